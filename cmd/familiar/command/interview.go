package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxAnswer is how long an answer may be, in bytes: longer ones are refused.
const maxAnswer = 1000

// tries is how often a question is asked before giving up.
const tries = 5

// An Interview asks for what no flag gave. After the first error it asks nothing
// more.
type Interview struct {
	Ctx      context.Context
	In       <-chan string // answers, closed at their end; nil: there is nobody to ask
	Out      io.Writer
	Defaults bool                            // take defaults without asking
	Hide     func() (show func(), err error) // stops answers from being shown; nil: can't be
	Err      error
}

// An Option is one of the answers to choose from: a word and what it means.
type Option struct{ Word, Meaning string }

// Listen reads lines in the background, so that Ctrl-C can end a question: it can't
// end a read from a terminal.
func Listen(in io.Reader) <-chan string {
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

// Line asks for a text; an empty answer is the default. If to is set already it
// doesn't ask.
func (i *Interview) Line(to *string, flag, question, otherwise string) {
	if i.Err != nil || *to != "" {
		return
	}
	if i.Defaults {
		*to = otherwise
		return
	}
	if *to = i.answer(flag, fmt.Sprintf("%s [%s] ", question, otherwise)); *to == "" && i.Err == nil {
		*to = otherwise
	}
}

// Choose asks for one of several, by word or number; the first is the default.
func (i *Interview) Choose(to *string, flag, question string, options []Option) {
	if i.Err != nil || *to != "" {
		return
	}
	if i.Defaults {
		*to = options[0].Word
		return
	}
	i.menu(flag, question, options, func(answer string) (wrong string) {
		for n, o := range options {
			if answer == o.Word || answer == fmt.Sprint(n+1) {
				*to = o.Word
				return ""
			}
		}
		return answer
	})
}

// Several asks for one or more of several, by words or numbers with commas between;
// the first is the default.
func (i *Interview) Several(to *[]string, flag, question string, options []Option) {
	if i.Err != nil || len(*to) > 0 {
		return
	}
	if i.Defaults {
		*to = []string{options[0].Word}
		return
	}
	i.menu(flag, question+" (Several: with commas between.)", options, func(answer string) string {
		chosen, wrong := several(answer, options)
		if wrong == "" {
			*to = chosen
		}
		return wrong
	})
}

// menu shows options and asks until take says that nothing of an answer is wrong; an
// empty answer is the first option's number.
func (i *Interview) menu(flag, question string, options []Option, take func(answer string) (wrong string)) {
	text := question + "\n"
	for n, o := range options {
		text += fmt.Sprintf("  %d  %-10s%s\n", n+1, o.Word, o.Meaning)
	}
	for range tries {
		answer := i.answer(flag, text+"[1] ")
		if i.Err != nil {
			return
		}
		wrong := take(cmp.Or(answer, "1"))
		if wrong == "" {
			return
		}
		text = fmt.Sprintf("%q is not one of them. ", wrong)
	}
	i.Err = fmt.Errorf("none of the answers was usable: give --%s", flag)
}

// several reads words or numbers, each taken once; wrong is the first that is no
// option.
func several(answer string, options []Option) (chosen []string, wrong string) {
	for _, part := range strings.FieldsFunc(answer, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		at := slices.IndexFunc(options, func(o Option) bool { return o.Word == part })
		if n, err := strconv.Atoi(part); err == nil {
			at = n - 1
		}
		if at < 0 || at >= len(options) {
			return nil, part
		}
		if !slices.Contains(chosen, options[at].Word) {
			chosen = append(chosen, options[at].Word)
		}
	}
	if chosen == nil {
		return nil, answer
	}
	return chosen, ""
}

// Until asks until an answer is accepted; whoever accepts says what is wanted
// otherwise. An empty answer is the default, and so is none where nobody can be
// asked.
func (i *Interview) Until(flag, question, otherwise string, accept func(string) error) {
	i.until(flag, question, otherwise, accept, i.answer)
}

// Hidden does the same for what must not be seen on the screen. Errors of accept
// must not repeat it.
func (i *Interview) Hidden(flag, question, otherwise string, accept func(string) error) {
	i.until(flag, question, otherwise, accept, func(flag, question string) string {
		if i.Hide == nil {
			i.Err = fmt.Errorf("this terminal can't hide what is typed: give --%s", flag)
			return ""
		}
		show, err := i.Hide()
		if err != nil {
			i.Err = fmt.Errorf("this terminal can't hide what is typed: give --%s: %w", flag, err)
			return ""
		}
		defer show()
		answer := i.answer(flag, question)
		if i.Err == nil {
			fmt.Fprintln(i.Out) // the line break wasn't shown, either
		}
		return answer
	})
}

func (i *Interview) until(flag, question, otherwise string, accept func(string) error, answer func(flag, question string) string) {
	if i.Err != nil {
		return
	}
	if i.Defaults || i.In == nil {
		if err := accept(otherwise); err != nil {
			i.Err = fmt.Errorf("--%s is needed: %w", flag, err)
		}
		return
	}
	text := question + " "
	if otherwise != "" {
		text += "[" + otherwise + "] "
	}
	for range tries {
		said := answer(flag, text)
		if i.Err != nil {
			return
		}
		err := accept(cmp.Or(said, otherwise))
		if err == nil {
			return
		}
		fmt.Fprintf(i.Out, "That can't be: %v. ", err)
	}
	i.Err = fmt.Errorf("none of the answers was usable: give --%s", flag)
}

// answer asks a question and returns the line that comes back, trimmed.
func (i *Interview) answer(flag, question string) string {
	if i.In == nil {
		i.Err = fmt.Errorf("--%s is not given and there is no terminal to ask on: give it, or --yes to take the default", flag)
		return ""
	}
	fmt.Fprint(i.Out, question)
	select {
	case <-i.Ctx.Done():
		i.Err = fmt.Errorf("stopped: nothing was written")
	case line, ok := <-i.In:
		if ok && i.Ctx.Err() == nil {
			return strings.TrimSpace(line)
		}
		i.Err = fmt.Errorf("the answers ended: nothing was written; give --%s, or --yes to take the default", flag)
	}
	fmt.Fprintln(i.Out)
	return ""
}

// Agrees asks for a yes on the terminal; no is the default. An error: there is no
// terminal, or nobody answers.
func Agrees(ctx context.Context, out io.Writer, question string) (bool, error) {
	if !IsTerminal(os.Stdin) {
		return false, errors.New("there is no terminal")
	}
	ask := Interview{Ctx: ctx, In: Listen(os.Stdin), Out: out}
	answer := strings.ToLower(ask.answer("yes", question))
	return (answer == "y" || answer == "yes") && ask.Err == nil, ask.Err
}
