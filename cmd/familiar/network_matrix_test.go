package main

import (
	"strings"
	"testing"

	"familiar/actors/adapter/matrix/matrixtest"
)

// TestRunOnMatrix: a mention in a room is answered there, an encrypted room is said
// to be one, and no token shows.
func TestRunOnMatrix(t *testing.T) {
	s := matrixtest.New()
	defer s.Close()
	t.Setenv("MATRIX_TOKEN", matrixtest.Token)
	s.AddRoom("!secret:test.example", matrixtest.Moth, matrixtest.Ana)
	s.SetState("!secret:test.example", "m.room.encryption", matrixtest.Object{"algorithm": "m.megolm.v1.aes-sha2"})
	file := saved(t, `
[familiars.moth]
name = "Moth"
persona = "Keeps bees."
[accounts.moth-matrix]
network = "matrix"
familiars = ["moth"]
token = "env:MATRIX_TOKEN"
url = "`+s.URL+`"
[[channels]]
match = "matrix:!garden:test.example"
familiars = ["moth"]
[control]
listen = ""
`)
	online := ask(t, "check", "--online", file)
	online.wants(1, "1 account of 1 can't work as configured")
	online.wantsProblem(`Moth \(@moth:test.example\)`)
	online.wantsProblem("m.room.encryption: the garden is encrypted")
	p := start(t, "run", file)
	if !s.UntilSyncing() {
		t.Fatalf("it did not connect: %s", p)
	}
	s.Write(matrixtest.Garden, matrixtest.Ana, matrixtest.Object{
		"msgtype": "m.text", "body": "@Moth how are you today?", "m.mentions": matrixtest.Object{"user_ids": []string{matrixtest.Moth}},
	})
	if calls := s.Until("send", 1); len(calls) < 1 || calls[0].Path[1] != matrixtest.Garden || calls[0].Body["body"] == "" {
		t.Fatalf("posted %+v, want an answer: %s", calls, p)
	}
	if !s.UntilHanded(matrixtest.Moth) {
		t.Error("it did not hear its own answer")
	}
	text := p.String()
	if !strings.Contains(text, "matrix room is encrypted") {
		t.Errorf("nobody is told of the encrypted room: %s", text)
	}
	if strings.Contains(text, matrixtest.Token) {
		t.Errorf("a secret is in the log: %s", text)
	}
}

// TestPuppetsOnMatrix: a rule says which users are people and which are programs, whatever
// form their bridge gives to what they say.
func TestPuppetsOnMatrix(t *testing.T) {
	s := matrixtest.New()
	defer s.Close()
	t.Setenv("MATRIX_TOKEN", matrixtest.Token)
	for id, name := range map[string]string{"@irc_bob:test.example": "bob", "@irc_feedbot:test.example": "feedbot"} {
		s.AddUser(id, name, "")
		s.Join(matrixtest.Garden, id)
	}
	file := saved(t, `
data = "data"
[familiars.moth]
name = "Moth"
persona = "Keeps bees."
[accounts.moth-matrix]
network = "matrix"
familiars = ["moth"]
token = "env:MATRIX_TOKEN"
url = "`+s.URL+`"
[[channels]]
match = "matrix:*"
familiars = ["moth"]
[[puppets]]
match = "matrix:*"
authors = ["@irc_*:test.example"]
are = "people"
[[puppets]]
match = "matrix:*"
authors = ["@irc_feedbot:test.example"]
are = "bots"
[control]
listen = ""
`)
	p := start(t, "run", file)
	if !s.UntilSyncing() {
		t.Fatalf("it did not connect: %s", p)
	}
	say := func(by, kind, text string) {
		s.Write(matrixtest.Garden, by, matrixtest.Object{"msgtype": kind, "body": text, "m.mentions": matrixtest.Object{}})
	}
	say("@irc_feedbot:test.example", "m.text", "news of the day")
	say("@irc_bob:test.example", "m.notice", "a notice by bob")
	s.Write(matrixtest.Garden, matrixtest.Ana, matrixtest.Object{"msgtype": "m.text", "body": "@Moth?", "m.mentions": matrixtest.Object{"user_ids": []string{matrixtest.Moth}}})
	if calls := s.Until("send", 1); len(calls) < 1 {
		t.Fatalf("nothing was answered: %s", p)
	}
	p.quit()
	said := ask(t, "journal", "export", "-c", file)
	for text, bot := range map[string]bool{"news of the day": true, "a notice by bob": false} {
		found := false
		for line := range strings.Lines(said.out) {
			if strings.Contains(line, `"kind":"heard"`) && strings.Contains(line, `"text":"`+text) {
				found = true
				if got := strings.Contains(line, `"bot":true`); got != bot {
					t.Errorf("%q is by a bot: %v, want %v: %s", text, got, bot, line)
				}
			}
		}
		if !found {
			t.Errorf("%q is not in the journal: %s", text, said.out)
		}
	}
}
