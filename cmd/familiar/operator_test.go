package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/policy/conversation"
)

// An answer is what a command line gave.
type answer struct {
	t        *testing.T
	line     string
	code     int
	out, err string
}

// ask runs a command line to its end.
func ask(t *testing.T, args ...string) answer {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), args, command.Streams{Out: &stdout, Err: &stderr})
	return answer{t, strings.Join(args, " "), code, stdout.String(), stderr.String()}
}

// wants looks at the exit code, and at what was printed there: on standard
// output if it is 0, else on standard error.
func (a answer) wants(code int, expression string) {
	a.t.Helper()
	printed := a.out
	if code != 0 {
		printed = a.err
	}
	if a.code != code || !regexp.MustCompile(expression).MatchString(printed) {
		a.t.Errorf("familiar %s: exit code %d, want %d and %s; it printed\n%s%s", a.line, a.code, code, expression, a.out, a.err)
	}
}

// TestOperatorWhileItRuns looks into a program at work and erases somebody.
func TestOperatorWhileItRuns(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	file := h.file("web.toml")
	p := start(t, "run", file)
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria the secret is xyzzy")
	garden.until(spoke("aria"), 1)

	ask(t, "journal", "status", "-c", file).wants(0, `epoch +1, in use by a running program`)
	ask(t, "journal", "status", "--json", "-c", file).wants(0, `"running": true`)
	ask(t, "journal", "verify", "-c", file).wants(0, `^\d+ messages read: no problems\n$`)
	ask(t, "journal", "export", "-c", file, "web//garden").wants(0, `"kind":"heard".*xyzzy`)
	ask(t, "journal", "dead", "-c", file).wants(0, `^nothing was given up\n$`)
	ask(t, "backup", "-c", file, h.file("before")).wants(0, `before: \d+ messages, \d`)
	ask(t, "restore", "-c", file, h.file("before")).wants(1, `another process is using this folder`)

	ask(t, "forget", "-c", file, "zed", "--yes").wants(1, `nothing by a person with the id zed`)
	ask(t, "journal", "person", "-c", file, "zed").wants(1, `nothing by a person with the id zed`)
	ask(t, "journal", "person", "-c", file, "ana").wants(0, `(?s)"person": "ana".*"text": "@Aria the secret is xyzzy".*"notes"`)
	ask(t, "forget", "-c", file, "ana").wants(1, `nothing was erased|give --yes`)
	ask(t, "forget", "-c", file, "ana", "--yes").wants(0, `^erased in 1 channel\n$`)
	ask(t, "audit", "-c", file).wants(0, `forget +person-[0-9a-f]{16} *\n.*done of 1\n$`)
	ask(t, "audit", "-c", file, "--person", "ana", "--json").wants(0, `^\{"n":1,.*"verb":"forget".*\n\{"n":2,.*"result":"done".*\n$`)
	ask(t, "audit", "-c", file, "--by", "nobody").wants(0, `^nothing of that kind is recorded\n$`)
	ask(t, "audit", "-c", file, "--verify").wants(0, `^2 entries are one chain. Its end is entry 2 with the hash [0-9a-f]{64}\n$`)
	left := ask(t, "journal", "export", "-c", file, "--notes")
	left.wants(0, `"kind":"erased"`)
	if strings.Contains(left.out, "the secret is") {
		t.Errorf("after forget the journal still has\n%s", left.out)
	}
	ask(t, "forget", "-c", file, "web//garden", "--yes").wants(0, `^erased in 1 channel\n$`)
	ask(t, "forget", "-c", file, "web//nowhere", "--yes").wants(1, `nothing of the channel web//nowhere`)

	if err := os.Remove(h.file("data/journal/journal.sock")); err != nil {
		t.Fatal(err)
	}
	ask(t, "journal", "status", "-c", file).wants(1, `another process is using this folder and has no socket for this command: stop it first`)

	p.quit()
	ask(t, "journal", "status", "-c", file).wants(0, `epoch +1, no program is running`)
	ask(t, "restore", "-c", file, h.file("before")).wants(1, `there is already a store`)

	// What was backed up before comes back in another place, and is run.
	h.change("web.toml", "[control]", "[control] # and elsewhere", "# One familiar", "data = \"other\"\n# One familiar")
	ask(t, "restore", "-c", file, h.file("before")).wants(0, `messages restored`)
	ask(t, "journal", "export", "-c", file).wants(0, `xyzzy`)
	ask(t, "forget", "-c", file, "ana", "--yes").wants(0, `recorded for 1 channel. No program is running with this journal: the next familiar run erases it first thing`)
	again := start(t, "run", file)
	visit(again)
	again.until("running", 1)
	await.Until(t, "the program has erased it", func() bool {
		left := ask(t, "journal", "export", "-c", file).out
		return strings.Contains(left, `"kind":"erased"`) && !strings.Contains(left, "the secret is")
	})
	again.quit()
}

// TestOperatorErrors: what is wrong is said in words that help.
func TestOperatorErrors(t *testing.T) {
	h := newHouse(t)
	file := h.file("web.toml")
	for _, command := range [][]string{{"journal", "status", "-c", file}, {"journal", "verify", "-c", file}, {"journal", "export", "-c", file}, {"journal", "dead", "-c", file}, {"backup", "-c", file, h.file("b")}, {"forget", "-c", file, "ana", "--yes"}} {
		ask(t, command...).wants(1, `data/journal: there is no journal yet`)
	}
	if _, err := os.Stat(h.file("data")); err == nil {
		t.Error("looking for a journal made a folder")
	}

	loaded, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	settings := command.Stored(loaded, command.Quietly(command.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}))
	damage(t, settings)
	ask(t, "journal", "verify", "-c", file).wants(1, `familiar: the journal has 2 problems`)
	ask(t, "journal", "verify", "-c", file).wantsProblem(`snapshot 1: of web//garden: decode state.*its channel is made anew`)
	ask(t, "journal", "verify", "-c", file).wantsProblem(`it has seen record 7, the newest of the log is 0`)
	ask(t, "backup", "-c", file, h.file("none/b")).wants(1, `none/.*no such file or directory`)
	ask(t, "backup", "-c", file, h.file("whole")).wants(0, `whole: \d+ messages`)
	if stat, err := os.Stat(h.file("whole")); err != nil || stat.Mode() != 0o600 {
		t.Errorf("the backup has mode %v, %v; want 0600", stat.Mode(), err)
	}
	whole, err := os.ReadFile(h.file("whole"))
	if err != nil {
		t.Fatal(err)
	}
	h.write("cut", string(whole[:len(whole)-50]))
	h.write("other", "not a backup")

	h.change("web.toml", "# One familiar", "data = \"blocked\"\n# One familiar")
	h.write("blocked", "a file where the folder should be")
	ask(t, "restore", "-c", file, h.file("whole")).wants(1, `create the folder for the journal: .*not a directory`)
	h.change("web.toml", `"blocked"`, `"fresh"`)
	ask(t, "restore", "-c", file, h.file("cut")).wants(1, `restore: not a complete backup`)
	ask(t, "restore", "-c", file, h.file("other")).wants(1, `restore: not a complete backup`)
	ask(t, "restore", "-c", file, h.file("gone")).wants(1, `gone: no such file`)
	ask(t, "journal", "status", "-c", file).wants(1, `there is no journal yet`)

	settings.StateVersion = conversation.Version + 1
	settings.Folder = h.file("fresh/journal")
	damage(t, settings)
	ask(t, "journal", "status", "-c", file).wants(1, `a newer program has written to this store: use that program`)

	h.change("web.toml", "# Chats on the page", "[journal]\nurl = \"nats://127.0.0.1:1\"\n# Chats on the page")
	ask(t, "journal", "status", "-c", file).wants(1, `nats://127.0.0.1:1: .*(refused|no servers)`)
	ask(t, "journal", "export", "--since=soon").wants(2, `--since "soon": want a time such as`)
	ask(t, "journal", "export", "garden").wants(2, `channel "garden": want network/workspace/chat`)
}

func (a answer) wantsProblem(expression string) {
	a.t.Helper()
	if !regexp.MustCompile(expression).MatchString(a.out) {
		a.t.Errorf("familiar %s printed\n%s\nwant %s", a.line, a.out, expression)
	}
}

// damage makes a store with a snapshot that can't be read, and another that is
// past the log.
func damage(t *testing.T, settings jetstream.Config) {
	t.Helper()
	j, err := jetstream.Open(t.Context(), settings)
	if err != nil {
		t.Fatal(err)
	}
	body, err := conversation.New("web//shed", &conversation.Config{}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []journal.Snapshot{{Channel: "web//garden", Body: []byte("nonsense")}, {Channel: "web//shed", Seq: 7, Body: body}} {
		if _, err := j.Save(t.Context(), j.Epoch(0), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestQuoted: what a network wrote is not obeyed by a terminal.
func TestQuoted(t *testing.T) {
	for _, test := range []struct{ what, text, want string }{
		{"plain words stay", "hello, wörld", "hello, wörld"},
		{"an escape sequence is written out", "\x1b[2J", `"\x1b[2J"`},
		{"a line break is written out", "a\nb", `"a\nb"`},
	} {
		if got := command.Quoted(test.text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, got, test.want)
		}
	}
}
