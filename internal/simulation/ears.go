package simulation

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/conversation"
)

// Which account sees a channel, and what each was given of it. What only one
// account sees is its own seats' alone.

// A copied is what an account was given of a text.
type copied struct {
	given bool
	seq   uint64 // the record with it; 0: nobody knows, since the process ended while it was written
	last  uint64 // the newest one with it
}

// comeOrGo has an account lose the channel from sight, or see it again. One
// always sees it.
func (r *room) comeOrGo(w *world) {
	if len(r.ways) < 2 || r.dm || !w.one(25) {
		return
	}
	if way := w.n(len(r.ways)); r.blind[way] || !slices.Contains(r.blind, true) {
		r.blind[way] = !r.blind[way]
		w.tracef("room %d: account %d sees it no more: %t", r.at, way, r.blind[way])
	}
}

// journaled is an event as it gets into the journal; without [Ears] nobody can
// say whose ears it was.
func (w *world) journaled(e messages.Event) messages.Event {
	line := lineOf(e)
	if w.without != Ears || line == nil {
		return e
	}
	anybodys := *line
	anybodys.Account = ""
	if _, edited := e.(messages.Edited); edited {
		return messages.Edited{Line: &anybodys}
	}
	return messages.Heard{Line: &anybodys}
}

// copy keeps that an account is given a text, and with written which record it
// is: that can't be known if the process ends before.
func (r *room) copy(way int, e messages.Event, cutting bool) (written func(seq uint64)) {
	line := lineOf(e)
	if line == nil {
		return func(uint64) {}
	}
	word := wordOf(line.Text)
	if r.copies[word] == nil {
		r.copies[word] = make([]copied, len(r.ways))
	}
	c := &r.copies[word][way]
	first, was := !c.given, c.seq
	if c.given = true; cutting { // a power cut may have taken the first
		c.seq = 0
	}
	return func(seq uint64) {
		switch c.last = seq; {
		case first:
			c.seq = seq
		case cutting:
			c.seq = min(was, seq)
		}
	}
}

// hears reports whether an account was given a text by that record.
func (r *room) hears(way int, word string, upto uint64) bool {
	all := r.copies[word]
	return all != nil && all[way].given && all[way].seq <= upto
}

// overtaken reports whether an account's copy of a line came after its text had
// become this one: the transcript knows the newest text only, and an account
// that is there is told of it next.
func (r *room) overtaken(way int, id messages.LineID, word string) bool {
	edited := slices.ContainsFunc(r.copies[word], func(c copied) bool { return c.given })
	k := slices.IndexFunc(r.lines, func(s *said) bool { return s.line.ID == id })
	return edited && k >= 0 && slices.ContainsFunc(r.lines[k].texts, func(text string) bool {
		all := r.copies[wordOf(text)]
		return all != nil && all[way].given && slices.ContainsFunc(r.copies[word], func(c copied) bool { return c.given && all[way].last >= c.seq })
	})
}

// wordOf returns the word that occurs in one text of a run only; "" in none of
// somebody's.
func wordOf(text string) string {
	from := strings.Index(text, "said-")
	if from < 0 {
		return ""
	}
	word, _, _ := strings.Cut(text[from:], ".")
	return word
}

// checkEars: no seat is shown a text that its account has no copy of, nor
// decides on such a line.
func (ref *reference) checkEars(w *world, upto uint64, out []conversation.Effect) {
	r := ref.room
	shown := func(who messages.FamiliarID, what string, lists ...[]messages.Quoted) {
		way := r.wayOf(who)
		for _, q := range slices.Concat(lists...) {
			if word := wordOf(q.Text); word != "" && !r.hears(way, word, upto) && !r.overtaken(way, q.ID, word) {
				w.broke("room %d: %s is shown %q %s, and its account has no copy of it", r.at, who, q.Text, what)
			}
			if _, ours := r.shared[q.ID]; ours && !ref.sees(way, q.ID, upto) {
				w.broke("room %d: %s is shown the post %q %s, which its account can't see", r.at, who, q.Text, what)
			}
		}
	}
	for _, effect := range out {
		switch e := effect.(type) {
		case messages.Judge:
			shown(e.Familiar, "by its judge", e.Context, e.Waiting)
		case messages.Compose:
			shown(e.Familiar, "to answer", e.Earlier, e.Recent, e.Addressed)
		case messages.Recompose:
			shown(e.Familiar, "to answer", e.Earlier, e.Recent, e.Addressed)
		case messages.Inject:
			shown(ref.composer, "meanwhile", e.Lines)
		case *messages.Note:
			if way := r.wayOf(e.Familiar); way >= 0 && !ref.knows(way, e.Line, upto) {
				w.broke("room %d: %s notes %s %s about %s, and its account has no copy of it", r.at, e.Familiar, e.Act, e.Rung, e.Line)
			}
		default: // nobody is shown a line
		}
		if e, is := effect.(messages.Compose); is {
			ref.composer = e.Familiar
		}
	}
}

// knows reports whether an account was given a line of somebody's in any text;
// of any other it needs not.
func (ref *reference) knows(way int, id messages.LineID, upto uint64) bool {
	k := slices.IndexFunc(ref.room.lines, func(s *said) bool { return s.line.ID == id })
	return k < 0 || slices.ContainsFunc(ref.room.lines[k].texts, func(text string) bool { return ref.room.hears(way, wordOf(text), upto) })
}

// wayOf returns the place of a familiar's account, or -1.
func (r *room) wayOf(who messages.FamiliarID) int {
	return slices.IndexFunc(r.config.Seats, func(c conversation.SeatConfig) bool { return c.Familiar == who })
}

// A sharedPost is a post on the network.
type sharedPost struct {
	by   int    // the account's place
	seen []bool // by account: it saw the channel then
}

// share keeps who sees the channel when a post is made.
func (r *room) share(id messages.LineID, who messages.FamiliarID) {
	p := sharedPost{by: r.wayOf(who), seen: make([]bool, len(r.ways))}
	for way := range p.seen {
		p.seen[way] = !r.blind[way]
	}
	r.shared[id] = p
}

// place keeps which line the journal has before each.
func (ref *reference) place(e messages.Event) {
	var id messages.LineID
	switch e := e.(type) {
	case messages.Heard:
		id = e.Line.ID
	case messages.AlsoHeard:
		id = e.Line.ID
	case messages.Delivered:
		if !ref.state.Awaits(e.Post) { // the channel was forgotten, the post with it: only its echo makes it a line
			return
		}
		id = e.Line
	default:
		return
	}
	if _, known := ref.before[id]; !known {
		ref.before[id], ref.newest = ref.newest, id
	}
}

// sees reports whether an account may know a line: its own, or one of which it
// has a copy. As nobody tells when an account leaves, whoever has the line
// before a post has the post.
func (ref *reference) sees(way int, id messages.LineID, upto uint64) bool {
	for ; id != ""; id = ref.before[id] {
		p, ours := ref.room.shared[id]
		switch {
		case !ours:
			return ref.knows(way, id, upto)
		case p.by == way || p.seen[way]:
			return true
		}
	}
	return false
}
