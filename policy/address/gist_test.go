package address

import (
	"slices"
	"testing"

	"familiar/messages"
)

// TestFactsOfALine: what a line is to each seat.
func TestFactsOfALine(t *testing.T) {
	p := newPlace(t)
	p.say("hers", p.self(1), 2, 0)
	const of = messages.MentionsUs | messages.MentionsOthers | messages.RepliesToUs | messages.RepliesToOther |
		messages.NamesUs | messages.CallsUs | messages.NamesPeer | messages.CallsSibling | messages.IsDM | messages.IsQuestion
	for _, tt := range []struct {
		story string
		line  messages.Line
		want  [2]messages.Facts // to Aria and to Vesper
	}{
		{"talk", messages.Line{Text: "it rains"}, [2]messages.Facts{0, 0}},
		{"a question", messages.Line{Text: "does it rain？"}, [2]messages.Facts{messages.IsQuestion, messages.IsQuestion}},
		{"a question without a sign", messages.Line{Text: "雨、降りますか"}, [2]messages.Facts{messages.IsQuestion, messages.IsQuestion}},
		{
			"a name in full width that is called",
			messages.Line{Text: "Ａｒｉａさん、雨だよ"},
			[2]messages.Facts{messages.NamesUs | messages.CallsUs, messages.NamesPeer | messages.CallsSibling},
		},
		{
			"a name that is called",
			messages.Line{Text: "Aria, it rains"},
			[2]messages.Facts{messages.NamesUs | messages.CallsUs, messages.NamesPeer | messages.CallsSibling},
		},
		{
			"a mention",
			messages.Line{Text: "it rains", Mentions: []messages.PersonID{p.self(1)}},
			[2]messages.Facts{messages.MentionsOthers | messages.CallsSibling, messages.MentionsUs},
		},
		{
			"a reply whose author the network tells",
			messages.Line{Text: "so", ReplyTo: messages.Reply{ID: "hers", Author: p.self(1)}},
			[2]messages.Facts{messages.RepliesToOther | messages.CallsSibling, messages.RepliesToUs},
		},
		{
			"a reply whose author only the transcript knows",
			messages.Line{Text: "so", ReplyTo: messages.Reply{ID: "hers"}},
			[2]messages.Facts{messages.RepliesToOther | messages.CallsSibling, messages.RepliesToUs},
		},
		{
			"a reply to somebody else",
			messages.Line{Text: "so", ReplyTo: messages.Reply{ID: "?", Author: "ana"}},
			[2]messages.Facts{messages.RepliesToOther, messages.RepliesToOther},
		},
		{
			"a direct message to their account is for the one listed first",
			messages.Line{Text: "so", DM: true},
			[2]messages.Facts{messages.MentionsOthers | messages.CallsSibling, messages.IsDM},
		},
		{
			"unless it names the other",
			messages.Line{Text: "Aria?", DM: true},
			[2]messages.Facts{
				messages.IsDM | messages.IsQuestion | messages.NamesUs | messages.CallsUs,
				messages.MentionsOthers | messages.CallsSibling | messages.IsQuestion | messages.NamesPeer,
			},
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tt.line.Author.ID = "ana"
			g := p.gist(&tt.line)
			for i, want := range tt.want {
				if got := p.book.Facts(i, false, &tt.line, &g) & of; got != want {
					t.Errorf("to %s: got %v, want %v", p.config.Seats[i].Name, got, want)
				}
			}
		})
	}
}

// TestAThreadsRoot: a reply that says only where the line stands is for nobody,
// and for a seat that has joined the thread nobody else's.
func TestAThreadsRoot(t *testing.T) {
	p := newPlace(t)
	l := &messages.Line{Author: messages.Author{ID: "ana"}, Text: "so", ReplyTo: messages.Reply{ID: "root", Author: "bob", ThreadRoot: true}}
	g := p.gist(l)
	if g.To != "" {
		t.Errorf("it replies to %q", g.To)
	}
	if f := p.book.Facts(0, false, l, &g); !f.Has(messages.RepliesToOther) || f.Has(messages.JoinedHere) {
		t.Errorf("to a seat that has not joined it is %v", f)
	}
	if f := p.book.Facts(0, true, l, &g); f.Has(messages.RepliesToOther) || !f.Has(messages.JoinedHere) {
		t.Errorf("to a seat that has joined it is %v", f)
	}
}

// TestWhomTheShadowLeaves: to a seat in shadow a live one is a sibling.
func TestWhomTheShadowLeaves(t *testing.T) {
	p := newPlace(t)
	p.config.Seats[2].Policy.Mode = "shadow"
	_, shadow := p.config.Split()
	p.book.Use(shadow)
	l := &messages.Line{Author: messages.Author{ID: "ana"}, Text: "Vesper, it rains"}
	g := p.gist(l)
	if f := p.book.Facts(0, false, l, &g); !f.Has(messages.NamesPeer) || !f.Has(messages.CallsSibling) {
		t.Errorf("a line that calls a live one is %v to Nox in shadow", f)
	}
}

func TestInPersons(t *testing.T) {
	p := newPlace(t)
	p.say("hers", p.self(1), 2, 0)
	p.book.Remember(0, "long ago")
	nobody := func(*messages.Line) int { return -1 }
	aria, vesper := p.self(0), p.self(1)
	for _, tt := range []struct {
		story    string
		line     messages.Line
		echoOf   func(*messages.Line) int
		author   messages.PersonID
		text     string
		mentions []messages.PersonID
		to       messages.PersonID
	}{
		{"a person's line stays", messages.Line{Author: messages.Author{ID: "ana"}, Text: "so"}, nobody, "ana", "so", nil, ""},
		{"a line that says whose it is", messages.Line{Author: messages.Author{ID: "us"}, Text: "Aria: so"}, nobody, aria, "so", nil, ""},
		{"one that is in the transcript", messages.Line{ID: "hers", Author: messages.Author{ID: "us"}, Text: "so"}, nobody, vesper, "so", nil, ""},
		{"one like a post under way", messages.Line{Author: messages.Author{ID: "us"}, Text: "so"}, func(*messages.Line) int { return 0 }, aria, "so", nil, ""},
		{"one by hand is the first listed's", messages.Line{Author: messages.Author{ID: "us"}, Text: "so"}, nobody, vesper, "so", nil, ""},
		{"a bare mention is the first listed's", messages.Line{Author: messages.Author{ID: "ana"}, Text: "so", Mentions: []messages.PersonID{"us", "bob"}}, nobody, "ana", "so", []messages.PersonID{vesper, "bob"}, ""},
		{"a mention beside names is theirs", messages.Line{Author: messages.Author{ID: "ana"}, Text: "Aria, Vesper", Mentions: []messages.PersonID{"us"}}, nobody, "ana", "Aria, Vesper", []messages.PersonID{aria, vesper}, ""},
		{"a reply is for who said the line", messages.Line{Author: messages.Author{ID: "ana"}, Text: "so", Mentions: []messages.PersonID{"us"}, ReplyTo: messages.Reply{ID: "long ago", Author: "us"}}, nobody, "ana", "so", []messages.PersonID{aria}, aria},
		{"or nobody knows, and it is the first's", messages.Line{Author: messages.Author{ID: "ana"}, Text: "so", ReplyTo: messages.Reply{ID: "?", Author: "us"}}, nobody, "ana", "so", nil, vesper},
	} {
		t.Run(tt.story, func(t *testing.T) {
			was := tt.line
			got := p.book.InPersons(&tt.line, &p.lines, tt.echoOf)
			if got.Author.ID != tt.author || got.Text != tt.text || !slices.Equal(got.Mentions, tt.mentions) || got.ReplyTo.Author != tt.to {
				t.Errorf("got %+v", got)
			}
			if tt.line.Author != was.Author || tt.line.Text != was.Text || !slices.Equal(tt.line.Mentions, was.Mentions) || tt.line.ReplyTo != was.ReplyTo {
				t.Errorf("the line itself has become %+v", tt.line)
			}
		})
	}
}

// TestAsSaid: the network's copy of a live one's line is told to the shadow as
// the transcript has it, a bot's.
func TestAsSaid(t *testing.T) {
	p := newPlace(t)
	p.say("hers", p.self(1), 2, 0)
	p.say("ana's", "ana", 0, 0)
	got := p.book.AsSaid(&messages.Line{ID: "hers", Author: messages.Author{ID: "us"}, Text: "Vesper: so"}, &p.lines)
	if got.Author.ID != p.self(1) || !got.Author.Bot || got.Text != "so" {
		t.Errorf("got %+v", got)
	}
	l := &messages.Line{ID: "ana's", Author: messages.Author{ID: "ana"}, Text: "so"}
	if p.book.AsSaid(l, &p.lines) != l {
		t.Error("a person's line is told as another")
	}
}

// TestLookingAtALineIsFree: where no seat shares its account it costs no
// allocation, however many seats look.
func TestLookingAtALineIsFree(t *testing.T) {
	p := newPlace(t)
	for i := range p.config.Seats {
		p.config.Seats[i].Persona = false
		p.config.Seats[i].Meet(messages.Author{ID: messages.PersonID(p.config.Seats[i].Familiar)})
	}
	p.book.Use(p.config)
	p.say("1", "ana", 0, 0)
	l := &messages.Line{Author: messages.Author{ID: "ana"}, Text: "does it rain where the moths sit?", ReplyTo: messages.Reply{ID: "1"}}
	nobody := func(*messages.Line) int { return -1 }
	folding := testing.AllocsPerRun(100, func() { _ = p.gist(l) })
	if all := testing.AllocsPerRun(100, func() {
		g := p.gist(p.book.InPersons(l, &p.lines, nobody))
		for i := range p.config.Seats {
			_ = p.book.Facts(i, true, l, &g)
		}
	}); all != folding || folding > 1 {
		t.Errorf("%v allocations, %v of them the folded text", all, folding)
	}
}

// TestANameWithinAnothers: whoever mentions somebody whose name holds ours hasn't
// named us by that.
func TestANameWithinAnothers(t *testing.T) {
	p := newPlace(t)
	for id, name := range map[messages.PersonID]string{"nox_": "Nox_", "nox-den": "Nox-den", "other": "Nox", "ana": "Ana", "us": "Nox and all"} {
		p.people.Hear(messages.Author{ID: id, Name: name}, 0)
	}
	const of = messages.MentionsOthers | messages.NamesUs | messages.CallsUs
	for _, tt := range []struct {
		story    string
		text     string
		mentions []messages.PersonID
		want     messages.Facts // to Nox
	}{
		{"a longer name", "Nox_: it rains", []messages.PersonID{"nox_"}, messages.MentionsOthers},
		{"one with a hyphen", "nox-den, it rains", []messages.PersonID{"nox-den"}, messages.MentionsOthers},
		{"somebody of the same name", "@Nox it rains", []messages.PersonID{"other"}, messages.MentionsOthers},
		{"ours beside it", "Nox_: tell Nox it rains", []messages.PersonID{"nox_"}, messages.MentionsOthers | messages.NamesUs},
		{"both are called", "hi Nox_ and Nox, it rains", []messages.PersonID{"nox_"}, messages.MentionsOthers | messages.NamesUs | messages.CallsUs},
		{"a name without ours", "hi Ana and Nox, it rains", []messages.PersonID{"ana"}, messages.MentionsOthers | messages.NamesUs | messages.CallsUs},
		{"nobody the network knows", "Nox_: it rains", nil, messages.NamesUs | messages.CallsUs},
		{"somebody who hasn't spoken here", "Noxious, it rains", []messages.PersonID{"new"}, messages.MentionsOthers | messages.NamesUs | messages.CallsUs},
		{"an account that familiars share", "Nox and all, it rains", []messages.PersonID{"us"}, messages.MentionsOthers | messages.NamesUs | messages.CallsUs},
	} {
		t.Run(tt.story, func(t *testing.T) {
			l := messages.Line{Author: messages.Author{ID: "bob"}, Text: tt.text, Mentions: tt.mentions}
			g := p.gist(&l)
			if got := p.book.Facts(2, false, &l, &g) & of; got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
