package demo

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"familiar/messages"
)

func TestParseScenes(t *testing.T) {
	ana, _ := speaker("Ana")
	bram, _ := speaker("Bram")
	got, err := parseScenes("# Tea\nAna: @Aria and @Bram, tea?\n...\nBram > Ana: no: coffee\n\n# Rain\nAna: rain\n")
	want := []scene{
		{"Tea", []beat{
			{by: ana, text: "@Aria and @Bram, tea?", mentions: []messages.PersonID{"aria", "bram"}},
			{},
			{by: bram, replies: "ana", text: "no: coffee"},
		}},
		{"Rain", []beat{{by: ana, text: "rain"}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	for _, tt := range []struct{ story, text, want string }{
		{"a stranger", "# x\nZoe: hi", `line 2: "Zoe: hi": nobody is called "Zoe"`},
		{"nobody speaks for a familiar", "# x\nAria: hi", `nobody is called "Aria"`},
		{"a mention of a stranger", "# x\nAna: hi @Zoe!", `nobody is called "Zoe"`},
		{"an answer to somebody who was silent", "# x\nAna > Bram: hi", `"Bram" has said nothing yet`},
		{"no speech at all", "# x\nhello", errSpeech.Error()},
		{"a line before any title", "Ana: hi", "line 1: a scene begins"},
		{"a reply of somebody who isn't a familiar", "# x\nAna: hi\n= Bram: hi", errPart.Error()},
		{"a reply to nothing", "# x\n= Aria: hi", errPart.Error()},
		{"a reply to a pause", "# x\nAna: hi\n...\n= Aria: hi", errPart.Error()},
		{"a reply without words", "# x\nAna: hi\n= Aria: ", errPart.Error()},
		{"two replies", "# x\nAna: hi\n= Aria: hi\n= Aria: ho", "two replies"},
		{"an answer to no reply", "# x\nAna: hi\n+ Ana: ho", errAnswer.Error()},
		{"two answers to a reply", "# x\nAna: hi\n= Aria: hi\n+ Ana: ho\n+ Bram: ho", errAnswer.Error()},
		{"an answer that replies to another familiar", "# x\nAna: hi\n= Aria: hi\n+ Ana > Pip: ho", `"Pip" has said nothing yet`},
		{"an answer that is a pause", "# x\nAna: hi\n= Aria: hi\n+ ...", errSpeech.Error()},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := parseScenes(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestParseParts(t *testing.T) {
	ana, _ := speaker("Ana")
	aria, pip := familiars[0], familiars[2]
	got, err := parseScenes("# Tea\nAna: tea?\n= Aria: yes: black\n? Pip: not for me\n? Aria: she likes tea\n+ Ana > Aria: milk?\n= Pip: a drop\nAna: so\n")
	want := []scene{{"Tea", []beat{
		{by: ana, text: "tea?", parts: []*part{
			{familiar: aria, reply: "yes: black", why: "she likes tea", then: &beat{by: ana, replies: "aria", text: "milk?", parts: []*part{{familiar: pip, reply: "a drop"}}}},
			{familiar: pip, why: "not for me"},
		}},
		{by: ana, text: "so"},
	}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

// TestEveryCallHasAReply: whoever calls a familiar in the scenes is answered, in
// a few words that call nobody, and Vesper, who never speaks unasked, has a reply
// only where it is spoken to.
func TestEveryCallHasAReply(t *testing.T) {
	if _, err := NewScript(); err != nil {
		t.Fatal(err)
	}
	replies, judged := 0, 0
	talking := map[string]bool{} // who spoke with Vesper in the scene
	var check func(b beat, with messages.PersonID)
	check = func(b beat, with messages.PersonID) {
		written := map[messages.PersonID]string{}
		for _, p := range b.parts {
			written[p.familiar.ID] = p.reply
			if p.why != "" {
				judged++
			}
			if p.reply == "" {
				continue
			}
			replies++
			if len([]rune(p.reply)) > 160 || strings.ContainsAny(p.reply, "@()") && p.familiar.ID != "pip" {
				t.Errorf("%s says %q: want 160 characters at most, without @ and brackets", p.familiar.Name, p.reply)
			}
			for _, f := range familiars {
				if namedIn(p.reply, f.Name) {
					t.Errorf("%s says %q, which calls %s", p.familiar.Name, p.reply, f.Name)
				}
			}
			if p.then != nil {
				check(*p.then, p.familiar.ID)
			}
		}
		for _, f := range familiars {
			calls := namedIn(b.text, f.Name)
			if f.ID == "vesper" && calls {
				talking[b.by.Name] = true
			}
			if calls && written[f.ID] == "" {
				t.Errorf("%s says %q, and there is no reply of %s", b.by.Name, b.text, f.Name)
			} else if f.ID == "vesper" && !talking[b.by.Name] && with != f.ID && written[f.ID] != "" {
				t.Errorf("Vesper has a reply to %q, but nobody who said that spoke with it", b.text)
			}
		}
	}
	for _, channel := range Channels() {
		scenes, err := scenesOf(channel)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scenes {
			clear(talking)
			for _, b := range s.beats {
				check(b, "")
			}
		}
	}
	if replies < 55 || judged < 100 {
		t.Errorf("%d replies and %d reasons of judges, want 55 and 100", replies, judged)
	}
	t.Logf("%d replies, %d reasons", replies, judged)
}

func namedIn(text, name string) bool {
	return regexp.MustCompile(`(?i)\b` + name + `\b`).MatchString(text)
}

// TestMaterial: what is written can be played, is enough for an hour, and
// calls familiars in no way by accident.
func TestMaterial(t *testing.T) {
	heard := map[string]bool{}
	inside := regexp.MustCompile(`(?i)\p{L}(aria|vesper|pip)|(aria|vesper)\p{L}`)
	all := 0
	for _, channel := range Channels() {
		scenes, err := scenesOf(channel)
		if err != nil {
			t.Fatal(err)
		}
		titles := map[string]bool{}
		unanswered, asides := 0, 0
		for _, s := range scenes {
			all++
			if titles[s.title] || len(s.beats) == 0 {
				t.Errorf("%s: scene %q is empty or there twice", channel, s.title)
			}
			titles[s.title] = true
			for _, b := range s.beats {
				heard[string(b.by.ID)] = true
				if inside.MatchString(b.text) {
					t.Errorf("%s: %q holds a familiar's name inside a word", channel, b.text)
				}
				for _, id := range b.mentions {
					heard["@"+string(id)] = true
					if !isFamiliar(id) {
						asides++
					}
				}
			}
			if last := s.beats[len(s.beats)-1]; strings.HasSuffix(last.text, "?") {
				unanswered++
			}
		}
		if unanswered < 3 || asides < 2 {
			t.Errorf("%s: %d questions nobody answers and %d asides, want 3 and 2 or more", channel, unanswered, asides)
		}
		opening := scenes[0].beats[0]
		if len(opening.mentions) != 1 || !isFamiliar(opening.mentions[0]) {
			t.Errorf("%s opens with %q, want a line that mentions a familiar", channel, opening.text)
		}
	}
	if all < 40 {
		t.Errorf("%d scenes, want 40 or more", all)
	}
	for _, p := range people {
		if !heard[string(p.ID)] {
			t.Errorf("%s never says anything", p.Name)
		}
	}
	for _, f := range familiars {
		if !heard["@"+string(f.ID)] {
			t.Errorf("nobody ever mentions %s", f.Name)
		}
	}
}

func TestDeckRepeatsNothingBeforeAllWasPlayed(t *testing.T) {
	for _, size := range []int{1, 2, 3, 16} {
		for seed := range uint64(20) {
			d := deck{draws: rand.New(rand.NewPCG(seed, 1))}
			for i := range size {
				d.scenes = append(d.scenes, scene{title: string(rune('a' + i))})
			}
			last := ""
			for lap := range 5 {
				played := map[string]bool{}
				for range size {
					title := d.next().title
					if played[title] || size > 1 && title == last {
						t.Fatalf("%d scenes, seed %d, lap %d: %q comes again too early", size, seed, lap, title)
					}
					if last == "" && title != "a" {
						t.Fatalf("%d scenes, seed %d: begins with %q, want the opening", size, seed, title)
					}
					played[title], last = true, title
				}
			}
		}
	}
}
