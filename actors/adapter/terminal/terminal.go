// Package terminal is a network of one channel, for trying familiars out at a
// prompt. Each line read is a message:
//
//	hi                 the user says "hi"
//	bob: hi            bob, a human, says it; a name has no spaces
//	bot:zed: hi        zed, another program, says it
//	@Aria hi           mentions the person of that name; @everyone all
//	^ and then?        replies to the last line of a familiar
//	^3 and then?       replies to line 3, counting every line from 1
//	/turns skip        a command, given to Config.Command if its word is there
//
// A familiar's name is nobody else's: "Aria: hi" is said by the user. What a
// familiar posts is shown as "Aria: text", further lines of it indented.
//
// Several familiars share the channel; each has an [Account] of its own, which
// is the adapter, hears every line and the posts of all, its own too. It
// knows nothing of familiars but the name an account was given.
package terminal

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"familiar/messages"
)

// Channel is the only one there is.
var Channel = messages.Channel{Network: "terminal", Chat: "prompt"}.ID()

// Config is how a terminal behaves.
type Config struct {
	// User speaks when a line names nobody. Default: "you".
	User string
	// Run goes before the lines' numbers in their ids, with a dash, so that
	// they never repeat those of an earlier process. "": the numbers alone.
	Run string
	// Commands are the first words of lines that are not said. Default none.
	Commands []string
	// Command is given each such line, after every account has taken the lines
	// before it.
	Command func(by messages.Author, line string)
}

// A Terminal is a network of one channel over two streams. Everything said is
// kept until it goes.
type Terminal struct {
	config Config
	in     io.Reader
	read   sync.Once // one goroutine reads for all accounts

	mu       sync.Mutex // the accounts' Listen and Post share the rest
	out      io.Writer
	said     []saying
	lines    int
	accounts []*Account
	people   map[messages.PersonID]messages.Author
	ended    error         // io.EOF or why reading ended
	changed  chan struct{} // closed and made anew when something above changes
}

// A saying is a line, or a command until it is given.
type saying struct {
	line    *messages.Line
	command string
}

// Open makes a terminal of a pair of streams. Writes to out never overlap.
func Open(c Config, in io.Reader, out io.Writer) *Terminal {
	if c.User == "" {
		c.User = "you"
	}
	t := &Terminal{config: c, in: in, out: out, people: map[messages.PersonID]messages.Author{}, changed: make(chan struct{})}
	t.meet(messages.Author{ID: personID(c.User), Name: c.User})
	return t
}

// Print writes text of the program itself, which nobody said and nobody
// hears; a newline is added.
func (t *Terminal) Print(text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := io.WriteString(t.out, printable(text)+"\n")
	return err
}

// readAll reads until the input ends. A line may have any length.
func (t *Terminal) readAll() {
	in := bufio.NewReader(t.in)
	for {
		text, err := in.ReadString('\n')
		if err == nil || text != "" {
			t.add(strings.TrimRight(text, "\r\n"))
		}
		if err != nil {
			t.mu.Lock()
			t.ended = err
			t.wake()
			t.mu.Unlock()
			return
		}
	}
}

// add takes a line as it was typed. An empty one says nothing.
func (t *Terminal) add(typed string) {
	if typed == "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if word, _, _ := strings.Cut(typed, " "); slices.Contains(t.config.Commands, word) {
		t.said = append(t.said, saying{command: typed})
		t.wake()
		return
	}
	t.say(t.parse(typed))
}

// say numbers a line and lets everybody hear it. The lock is held.
func (t *Terminal) say(line *messages.Line) {
	t.lines++
	line.ID = t.id(strconv.Itoa(t.lines))
	line.Channel = Channel
	line.At = messages.InstantOf(time.Now())
	t.said = append(t.said, saying{line: line})
	t.wake()
}

// id returns the id of the line with that number.
func (t *Terminal) id(number string) messages.LineID {
	if t.config.Run != "" {
		number = t.config.Run + "-" + number
	}
	return messages.LineID(number)
}

func (t *Terminal) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// meet makes somebody known, unless the id is known already, and gives who
// has it. The lock is held, or nobody else has t yet.
func (t *Terminal) meet(a messages.Author) messages.Author {
	if known, ok := t.people[a.ID]; ok {
		return known
	}
	t.people[a.ID] = a
	return a
}

func (t *Terminal) isAccount(id messages.PersonID) bool {
	for _, a := range t.accounts {
		if a.me.ID == id {
			return true
		}
	}
	return false
}

// find returns the line with that id, or nil.
func (t *Terminal) find(id messages.LineID) *messages.Line {
	for _, s := range t.said {
		if s.line != nil && s.line.ID == id {
			return s.line
		}
	}
	return nil
}

func (t *Terminal) failure() error {
	if errors.Is(t.ended, io.EOF) {
		return nil
	}
	return t.ended
}
