package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// maxAnswer is how long an answer may be, in bytes: longer ones are refused.
const maxAnswer = 1000

// tries is how often a question is put before its asker gives up.
const tries = 5

// An interview fills in what no flag said. After the first error it asks
// nothing more.
type interview struct {
	ctx      context.Context
	in       <-chan string // answers, closed at their end; nil: nobody can be asked
	out      io.Writer
	defaults bool // take defaults without asking
	err      error
}

// An option is one of the answers to choose from, in a word and in plain ones.
type option struct{ word, meaning string }

// listen reads lines in the background, so that a question can be left by
// Ctrl-C: a read from a terminal can't.
func listen(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReaderSize(in, maxAnswer+2); ; {
			line, err := r.ReadSlice('\n')
			if err != nil { // the end, or a line without one
				return
			}
			lines <- string(line)
		}
	}()
	return lines
}

// line asks for a text; an empty answer is the default. What to holds already
// isn't asked.
func (i *interview) line(to *string, flag, question, otherwise string) {
	if i.err != nil || *to != "" {
		return
	}
	if i.defaults {
		*to = otherwise
		return
	}
	if *to = i.answer(flag, fmt.Sprintf("%s [%s] ", question, otherwise)); *to == "" && i.err == nil {
		*to = otherwise
	}
}

// choose asks for one of several, by word or number; the first is the default.
func (i *interview) choose(to *string, flag, question string, options []option) {
	if i.err != nil || *to != "" {
		return
	}
	if i.defaults {
		*to = options[0].word
		return
	}
	text := question + "\n"
	for n, o := range options {
		text += fmt.Sprintf("  %d  %-10s%s\n", n+1, o.word, o.meaning)
	}
	for range tries {
		answer := i.answer(flag, text+"[1] ")
		if i.err != nil {
			return
		}
		if answer == "" {
			answer = "1"
		}
		for n, o := range options {
			if answer == o.word || answer == fmt.Sprint(n+1) {
				*to = o.word
				return
			}
		}
		text = fmt.Sprintf("%q is none of them. ", answer)
	}
	i.err = fmt.Errorf("no answer could be used: give --%s", flag)
}

// answer puts a question and gives the line that comes back, trimmed.
func (i *interview) answer(flag, question string) string {
	if i.in == nil {
		i.err = fmt.Errorf("--%s is not given and nobody can be asked: give it, or --yes to take the default", flag)
		return ""
	}
	fmt.Fprint(i.out, question)
	select {
	case <-i.ctx.Done():
		i.err = fmt.Errorf("stopped: nothing was written")
	case line, ok := <-i.in:
		if ok && i.ctx.Err() == nil {
			return strings.TrimSpace(line)
		}
		i.err = fmt.Errorf("the answers ended: nothing was written; give --%s, or --yes to take the default", flag)
	}
	fmt.Fprintln(i.out)
	return ""
}
