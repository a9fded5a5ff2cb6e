package config

import (
	"strings"
	"testing"

	"familiar/config/document"
	"familiar/messages"
)

const (
	beforeIt = "# Ours.\n[familiars.aria]\npersona = \"x\" # who she is\n\n"
	theTrial = "# Is she too fast?\n[experiments.calmer]\nfamiliar = \"aria\"\nmatch = \"terminal:den*\"\nbegin = \"2026-12-01\"\nend = \"2026-12-02\"\nlooks = 1\n\n"
	behindIt = "# Where she is.\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n\n[journal]\nkeep_notes = \"720h\"\n"
	asRule   = "\n# Arm b of the experiment calmer.\n[[channels]]\nmatch = \"terminal:den*\"\n\n"
)

func TestTakeArm(t *testing.T) {
	for _, tt := range []struct {
		story string
		b     string // the table
		side  messages.Side
		want  string // behind all that stays
	}{
		{"arm a changes nothing", "[experiments.calmer.b]\nquote = false\n\n", messages.SideA, ""},
		{
			"arm b with its comments", "# 100 % slower\n[experiments.calmer.b.chattiness] # was 10s\nlull = \"20s\" # twice\n\n[experiments.calmer.b.odds]\non = false\n\n", messages.SideB,
			asRule + "# 100 % slower\n[channels.override.aria.chattiness] # was 10s\nlull = \"20s\" # twice\n[channels.override.aria.odds]\non = false\n",
		},
		{
			"a table that changes nothing", "[experiments.calmer.b]\n", messages.SideB,
			asRule + "[channels.override.aria]\n",
		},
		{
			"a header with a bracket in its comment", "[experiments.calmer.b] # [sic]\nquote = false\n", messages.SideB,
			asRule + "[channels.override.aria] # [sic]\nquote = false\n",
		},
	} {
		text := beforeIt + theTrial + tt.b + behindIt
		got, err := TakeArm([]byte(text), "calmer", tt.side)
		if want := beforeIt + behindIt + tt.want; err != nil || string(got) != want {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", tt.story, err, got, want)
		}
	}
}

// TestTakeArmOfOneLine: knobs that stand in no table of their own are written anew.
func TestTakeArmOfOneLine(t *testing.T) {
	text := beforeIt + strings.TrimSpace(theTrial) + "\nb = { chattiness = { lull = \"20s\", fresh = 3 }, preset = \"chatty\" }\n\n" + behindIt
	got, err := TakeArm([]byte(text), "calmer", messages.SideB)
	want := beforeIt + behindIt + asRule + "[channels.override.aria]\nchattiness.fresh = 3\nchattiness.lull = \"20s\"\npreset = \"chatty\"\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\ngot\n%s\nwant\n%s", err, got, want)
	}
}

// TestTakenArmHolds: with arm b taken over, channels are as they were in arm b.
func TestTakenArmHolds(t *testing.T) {
	c, err := load(t, tried)
	if err != nil {
		t.Fatal(err)
	}
	c = c.At(dayOf(t, "2026-12-05").Start())
	for _, side := range []messages.Side{messages.SideA, messages.SideB} {
		text, err := TakeArm([]byte(tried), "calmer", side)
		if err != nil {
			t.Fatal(err)
		}
		taken, err := load(t, string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, den := range dens() {
			was, is := c.Channel(den).Seats[0], taken.Channel(den).Seats[0]
			if _, _, had := was.Arm.Split(); had == side && was.Policy.Chattiness.Lull != is.Policy.Chattiness.Lull {
				t.Errorf("arm %s, %s: the lull was %v and is %v", side, den, was.Policy.Chattiness.Lull, is.Policy.Chattiness.Lull)
			}
		}
	}
}

func TestTakeArmRefuses(t *testing.T) {
	for _, tt := range []struct{ story, text, want string }{
		{"one that isn't there", beforeIt, "there is no experiment"},
		{"one that stands in another table", "[experiments]\ncalmer = { familiar = \"aria\" }\n", "below a header [experiments.calmer] first"},
		{"what is no TOML", "[", ""},
	} {
		if _, err := TakeArm([]byte(tt.text), "calmer", messages.SideB); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
}

// FuzzTakeArm: no text panics it, and what it gives is sound and has lost the
// experiment.
func FuzzTakeArm(f *testing.F) {
	f.Add(tried)
	f.Add(beforeIt + theTrial + "# 100 %\n[experiments.calmer.b.chattiness] # [x]\nlull = \"20s\"\n" + behindIt)
	f.Add("[experiments]\ncalmer.b.x = 1\n[experiments.calmer.c]\n[[a]]\nb = '''\n[experiments.calmer]\n'''")
	f.Add("experiments.calmer = {}")
	f.Add("[\"experiments\".'calmer'] # \"]\n[ experiments . calmer . b ]\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := TakeArm([]byte(text), "calmer", messages.SideB)
		if err != nil {
			return
		}
		doc, err := document.Parse("f", got)
		if err != nil {
			t.Fatalf("%v\n%s", err, got)
		}
		if all, _ := tableIn(doc.Tree, "experiments"); all["calmer"] != nil {
			t.Fatalf("the experiment is there still:\n%s", got)
		}
	})
}
