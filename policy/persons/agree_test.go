package persons

import (
	"reflect"
	"slices"
	"testing"

	"familiar/internal/compact"
	"familiar/messages"
)

func (p *play) share(of messages.Identity, how messages.Share) Outcome {
	return Outcome(p.ask(of, func(s *messages.LinkSaid) { s.Share = how }).Outcome)
}

// agreed is the numbers by which something may be recalled where somebody is answered.
func (p *play) agreed(of messages.Identity) []uint32 {
	return p.links.Agreements([]messages.Identity{of})
}

// TestAgree: an account agrees for itself, what it agrees to holds for all that are linked
// with it, until it takes that back or what is linked changes; no number is given twice.
func TestAgree(t *testing.T) {
	both := func(p *play) {
		p.say(anaThere, p.offer(anaHere))
		p.share(anaHere, messages.ShareOn)
	}
	for _, tt := range []struct {
		story string
		do    func(*play) Outcome // the last one's
		came  Outcome
		want  []uint32 // where she is answered on the other network
	}{
		{"with nothing linked", func(p *play) Outcome { return p.share(anaHere, messages.ShareOn) }, Single, nil},
		{"and taken back", func(p *play) Outcome { return p.share(anaHere, messages.ShareOff) }, Withdrawn, nil},
		{"linked", func(p *play) Outcome { both(p); return p.share(anaHere, messages.ShareOn) }, Agreed, []uint32{1}},
		{"on both", func(p *play) Outcome { both(p); return p.share(anaThere, messages.ShareOn) }, Agreed, []uint32{1, 2}},
		{"taken back", func(p *play) Outcome { both(p); return p.share(anaHere, messages.ShareOff) }, Withdrawn, nil},
		{"and given again", func(p *play) Outcome {
			both(p)
			p.share(anaHere, messages.ShareOff)
			return p.share(anaHere, messages.ShareOn)
		}, Agreed, []uint32{2}},
		{"by the other account, which has agreed to nothing", func(p *play) Outcome { both(p); return p.share(anaThere, messages.ShareOff) }, Withdrawn, []uint32{1}},
		{"linked with a third", func(p *play) Outcome { both(p); return p.say(ben, p.offer(anaHere)) }, Joined, nil},
		{"and linked again as it is", func(p *play) Outcome { both(p); return p.say(anaThere, p.offer(anaHere)) }, Joined, []uint32{1}},
		{"a third goes", func(p *play) Outcome {
			p.say(ben, p.offer(anaHere))
			both(p)
			return p.unlink(ben)
		}, Ended, nil},
		{"somebody is forgotten", func(p *play) Outcome {
			p.say(ben, p.offer(anaHere))
			both(p)
			p.links.Forget(ben.Person)
			return Ended
		}, Ended, nil},
		{"the same question again", func(p *play) Outcome {
			both(p)
			p.n--
			return p.share(anaHere, messages.ShareOn)
		}, Agreed, []uint32{1}},
	} {
		p := &play{now: 1}
		before := p.links.Version
		if came, got := tt.do(p), p.agreed(anaThere); came != tt.came || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s, %v; want %s, %v", tt.story, came, got, tt.came, tt.want)
		}
		if len(tt.want) > 0 && p.links.Version == before {
			t.Errorf("%s: nobody is told of the change", tt.story)
		}
		c := compact.Writer(nil)
		p.links.Fields(&c)
		b, err := c.Written()
		if err != nil {
			t.Fatal(err)
		}
		read, r := Links{}, compact.Reader(b)
		if read.Fields(&r); r.Read() != nil || !reflect.DeepEqual(read, p.links) {
			t.Errorf("%s: read as %+v, %v; want %+v", tt.story, read, r.Read(), p.links)
		}
	}
	if got := (*Links)(nil).Agreements([]messages.Identity{anaHere}); got != nil {
		t.Errorf("where no links are held: %v", got)
	}
}
