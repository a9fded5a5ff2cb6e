package replay

import (
	"bytes"
	"context"
	"encoding/json"

	"familiar/lab/corpus"
)

// often is after how many lines a leg looks whether it should stop, and tells
// how far it is.
const often = 4096

// A leg is a pass with what it wrote, which waits to be written out in order.
type leg struct {
	pass
	decided, noted bytes.Buffer
	answered       bytes.Buffer
	encoder        *json.Encoder // of decisions; nil: nobody wants them
	err            error
}

func newLeg(o *Options) *leg {
	l := &leg{}
	l.options = o
	if o.Decisions != nil {
		l.encoder = json.NewEncoder(&l.decided)
		l.encoder.SetEscapeHTML(false)
	}
	if o.Verdicts != nil {
		l.verdicts = json.NewEncoder(&l.answered)
		l.verdicts.SetEscapeHTML(false)
	}
	if o.Notes != nil {
		l.log = newNoteLog(&l.noted)
	}
	return l
}

// walk replays one familiar over its slice.
func (l *leg) walk(ctx context.Context, s *corpus.Slice, g *corpus.Gold, heard *meter) error {
	l.decided.Reset()
	l.noted.Reset()
	l.answered.Reset()
	l.begin(s, g)
	told := 0
	for i := range s.Records {
		if l.options.Pause != nil {
			if err := l.options.Pause(ctx); err != nil {
				return err
			}
		}
		if err := l.hear(&s.Records[i]); err != nil {
			return err
		}
		if i-told == often {
			if err := ctx.Err(); err != nil {
				return err
			}
			heard.add(i - told)
			told = i
		}
	}
	heard.add(len(s.Records) - told)
	if err := l.drain(); err != nil {
		return err
	}
	return l.write()
}

func (l *leg) write() error {
	if l.encoder == nil {
		return nil
	}
	for i := range l.decisions {
		if err := l.decisions[i].Write(l.encoder); err != nil {
			return err
		}
	}
	return nil
}
