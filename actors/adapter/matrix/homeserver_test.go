package matrix

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/rest"
	"familiar/internal/await"
	"familiar/internal/npmtest"
	"familiar/messages"
)

// homeserver is the variable that has the address of a homeserver on which anybody
// may register, as of Dendrite on one's own machine.
const homeserver = "MATRIX_HOMESERVER"

// A person uses a homeserver as a client does.
type person struct {
	t   *testing.T
	id  string
	api *rest.Client
	n   int
}

// register makes a user of a real homeserver.
func register(t *testing.T, name string) (person, adapter.Secret) {
	t.Helper()
	address := os.Getenv(homeserver)
	if address == "" {
		t.Skipf("%s is not set: want the address of a homeserver on which anybody may register", homeserver)
	}
	var made struct {
		User  string         `json:"user_id"`
		Token adapter.Secret `json:"access_token"`
	}
	body := map[string]any{"username": fmt.Sprint(name, time.Now().UnixNano()), "password": "secretsecret", "auth": map[string]string{"type": "m.login.dummy"}}
	request := rest.Request{Method: http.MethodPost, Path: []string{"v3", "register"}, Body: body}
	if err := rest.Open(address, "").Call(t.Context(), request, &made); err != nil {
		t.Fatal(err)
	}
	p := person{t: t, id: made.User, api: rest.Open(address, made.Token)}
	p.call(http.MethodPut, map[string]string{"displayname": name}, nil, "profile", p.id, "displayname")
	return p, made.Token
}

func (p *person) call(method string, body, out any, path ...string) {
	p.t.Helper()
	err := adapter.Patiently(p.t.Context(), func() error {
		err := p.api.Call(p.t.Context(), rest.Request{Method: method, Path: append([]string{"v3"}, path...), Body: body}, out)
		if adapter.PauseOf(rest.Outcome(err)) > 0 {
			return rest.Outcome(err)
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) send(room, kind string, content any) string {
	p.t.Helper()
	p.n++
	var made struct {
		Event string `json:"event_id"`
	}
	p.call(http.MethodPut, content, &made, "rooms", room, "send", kind, fmt.Sprint("n", p.n))
	return made.Event
}

func (p *person) create(body map[string]any) string {
	p.t.Helper()
	var made struct {
		Room string `json:"room_id"`
	}
	p.call(http.MethodPost, body, &made, "createRoom")
	return made.Room
}

// TestHomeserver lives on a homeserver that others wrote.
func TestHomeserver(t *testing.T) {
	type object = map[string]any
	ana, _ := register(t, "Ana")
	moth, token := register(t, "Moth")
	bob, _ := register(t, "Bob")
	room := ana.create(object{"name": "the garden", "invite": []string{moth.id, bob.id}})
	bob.call(http.MethodPost, object{}, nil, "join", room)
	secret := ana.create(object{"name": "secret", "invite": []string{moth.id}, "initial_state": []object{{"type": "m.room.encryption", "content": object{"algorithm": "m.megolm.v1.aes-sha2"}}}})
	kept := &adaptertest.Words{}
	open := func() *Account {
		a, err := Open("acc", Config{URL: os.Getenv(homeserver), Token: token, Tokens: kept})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := open()
	j := &adaptertest.Taken{}
	_, stop := listen(t, a, j)
	await.Until(t, "it accepts both invitations", func() bool {
		standing, err := a.Check(t.Context())
		return err == nil && len(standing.Places) == 2 && slices.Contains(standing.Places, "the garden") && len(standing.Missing) == 1
	})
	channel := place{room: room}.channel()

	said := ana.send(room, "m.room.message", object{"msgtype": "m.text", "body": "hi Moth", "m.mentions": object{"user_ids": []string{moth.id}}})
	if l := j.Line(t, 1); l.ID != messages.LineID(said) || l.Text != "hi Moth" || l.Channel != channel || l.DM || l.Author.Name != "Ana" || !slices.Contains(l.Mentions, messages.PersonID(moth.id)) {
		t.Errorf("heard %+v", l)
	}
	ana.send(room, "m.room.message", object{"msgtype": "m.text", "body": "* hi", "m.new_content": object{"msgtype": "m.text", "body": "hi"}, "m.relates_to": object{"rel_type": "m.replace", "event_id": said}})
	if l := j.Line(t, 2); l.Text != "hi" || l.ID != messages.LineID(said) {
		t.Errorf("heard the edit %+v", l)
	}
	inThread := bob.send(room, "m.room.message", object{"msgtype": "m.text", "body": "here", "m.relates_to": object{"rel_type": "m.thread", "event_id": said}})
	thread := place{room, said}.channel()
	if l := j.Line(t, 3); l.Channel != thread || l.Author.Name != "Bob" {
		t.Errorf("heard in the thread %+v", l)
	}
	mark := bob.send(room, "m.reaction", object{"m.relates_to": object{"rel_type": "m.annotation", "event_id": said, "key": "👍"}})
	if r, is := j.Until(t, 4)[3].Event.(messages.Reacted); !is || r.Line != messages.LineID(said) || r.Emoji != "👍" || r.Removed {
		t.Errorf("heard the reaction %+v", r)
	}
	bob.call(http.MethodPut, object{}, nil, "rooms", room, "redact", mark, "r1")
	if r, is := j.Until(t, 5)[4].Event.(messages.Reacted); !is || !r.Removed {
		t.Errorf("heard it taken away: %+v", r)
	}
	bob.call(http.MethodPut, object{}, nil, "rooms", room, "redact", inThread, "r2")
	if e := j.Until(t, 6)[5]; e.Channel != thread || e.Event != (messages.Deleted{ID: messages.LineID(inThread)}) {
		t.Errorf("heard the deletion %+v", e)
	}

	p := messages.Post{ID: "post~moth~1~0", Channel: channel, Text: "**hello** @Ana", Mentions: []messages.Mention{{Name: "Ana", ID: messages.PersonID(ana.id)}}, ReplyTo: messages.LineID(said), Thread: true, Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
	made, err := a.Post(t.Context(), p)
	if err != nil || made.Thread != thread {
		t.Fatalf("posted %+v, %v", made, err)
	}
	if l := j.Line(t, 7); l.ID != made.Line || l.Nonce != string(p.ID) || l.Channel != thread || l.Author.ID != messages.PersonID(moth.id) {
		t.Errorf("heard its own %+v", l)
	}
	if again, err := a.Post(t.Context(), p); err != nil || again != made {
		t.Errorf("the same again is %+v, %v", again, err)
	}
	if found, is, err := open().Find(t.Context(), p); err != nil || !is || found != made {
		t.Errorf("found %+v, %v, %v", found, is, err)
	}
	if err := a.Edit(t.Context(), messages.Edit{Channel: thread, Line: made.Line, Text: "goodbye"}); err != nil {
		t.Error(err)
	}
	if l := j.Line(t, 8); l.Text != "goodbye" || l.Channel != thread {
		t.Errorf("heard its own edit %+v", l)
	}
	for range 2 {
		if err := a.React(t.Context(), messages.React{Channel: channel, Line: messages.LineID(said), Emoji: "🔥"}); err != nil {
			t.Error(err)
		}
	}
	if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: channel, On: true}); err != nil {
		t.Error(err)
	}
	if of, err := a.Describe(t.Context(), channel); err != nil || of.Name != "the garden" || of.Kind != "group" {
		t.Errorf("described as %+v, %v", of, err)
	}
	if known, err := a.Members(t.Context(), channel); err != nil || known.Humans != 2 {
		t.Errorf("counted %+v, %v", known, err)
	}
	if _, err := a.Post(t.Context(), messages.Post{ID: "x", Channel: place{room: secret}.channel(), Text: "psst"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("posted in the encrypted room: %v", err)
	}

	notes := messages.Post{ID: "post~moth~1~1", Channel: thread, Text: "[file]", File: &messages.File{Name: "größe.md", Text: "größe"}, Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
	file, err := a.PostFile(t.Context(), notes)
	if err != nil {
		t.Fatal(err)
	}
	echo := j.Line(t, 9)
	if echo.ID != file.Line || echo.Nonce != string(notes.ID) || len(echo.Attachments) != 1 || echo.Attachments[0].Name != "größe.md" || echo.Channel != thread {
		t.Fatalf("heard its file as %+v", echo)
	}
	if got := read(t, a, echo.Attachments[0]); got != "größe" {
		t.Errorf("its file says %q", got)
	}
	ana.send(room, "m.room.message", object{"msgtype": "m.text", "body": "and here", "m.relates_to": object{"rel_type": "m.thread", "event_id": said}})
	j.Until(t, 10)
	before, err := open().History(t.Context(), thread, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(before); got != "hi, goodbye, , and here" { // Dendrite tells of no edits there: they are looked for
		t.Errorf("the thread was %q", got)
	}
	if before, err = open().History(t.Context(), channel, 0, 10); err != nil || texts(before) != "hi" || before[0].Author.Name != "Ana" || !before[0].Backfilled {
		t.Errorf("the room was %q, %v", texts(before), err)
	}
	ana.call(http.MethodPut, object{"events_default": 50, "events": object{"m.reaction": 0}, "users": object{ana.id: 100}}, nil, "rooms", room, "state", "m.room.power_levels")
	if standing, err := a.Check(t.Context()); err != nil || len(standing.Missing) != 2 || !slices.ContainsFunc(standing.Missing, func(s string) bool { return strings.HasPrefix(s, "m.room.message: ") }) {
		t.Errorf("it lacks %q, %v", standing.Missing, err)
	}

	stop()
	const missed = 120
	for n := range missed {
		ana.send(room, "m.room.message", object{"msgtype": "m.text", "body": fmt.Sprint("line ", n)})
	}
	next := &adaptertest.Taken{}
	ended, _ := listen(t, open(), next)
	var texts []string
	await.Until(t, "what was missed", func() bool {
		texts = nil
		for _, e := range next.All() {
			if heard, is := e.Event.(messages.Heard); is && heard.Line.Author.ID == messages.PersonID(ana.id) {
				texts = append(texts, heard.Line.Text)
			}
		}
		return len(texts) > 0 && texts[len(texts)-1] == fmt.Sprint("line ", missed-1)
	})
	from := max(0, len(texts)-missed)
	for n, text := range texts[from:] {
		if text != fmt.Sprint("line ", n) {
			t.Fatalf("line %d of what was missed is %q: %q", n, text, texts)
		}
	}
	moth.call(http.MethodPost, object{}, nil, "logout")
	if err := await.Value(t, "the end of Listen", ended); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("after the token was revoked: %v", err)
	}
}

// foreignClient is a client that others wrote.
const foreignClient = "matrix-bot-sdk@0.8.0"

// clientScript is somebody in a room who says what they are shown, and answers.
// What it has for encryption is a native library that isn't there, and not needed.
const clientScript = `
const Module = require("module"), load = Module._load;
Module._load = (name, ...rest) => name.startsWith("@matrix-org/matrix-sdk-crypto") ? new Proxy({}, { get: () => ({}) }) : load(name, ...rest);
const { MatrixClient, LogService, LogLevel } = require("matrix-bot-sdk");
LogService.setLevel(LogLevel.ERROR);
const client = new MatrixClient(process.env.URL, process.env.TOKEN);
client.on("room.message", async (room, event) => {
	const content = event.content;
	if (event.sender === await client.getUserId()) return;
	if (content["m.new_content"]) return console.log("edited " + content["m.new_content"].body);
	const relation = content["m.relates_to"] || {};
	console.log("said " + content.formatted_body + " in " + relation.rel_type + " to " + JSON.stringify(content["m.mentions"].user_ids.length));
	await client.replyText(room, event, "you said it");
	await client.sendEvent(room, "m.reaction", { "m.relates_to": { rel_type: "m.annotation", event_id: event.event_id, key: "👍" } });
});
client.start().then(() => console.log("started"));
`

// TestForeignClient has somebody with others' client talk with the account.
func TestForeignClient(t *testing.T) {
	ana, anaToken := register(t, "Ana")
	moth, token := register(t, "Moth")
	at := npmtest.Install(t, foreignClient)
	room := ana.create(map[string]any{"preset": "trusted_private_chat", "is_direct": true, "invite": []string{moth.id}})
	a, err := Open("acc", Config{URL: os.Getenv(homeserver), Token: token})
	if err != nil {
		t.Fatal(err)
	}
	j := &adaptertest.Taken{}
	listen(t, a, j)
	channel := place{room: room}.channel()
	await.Until(t, "it accepts the invitation", func() bool {
		known, err := a.Members(t.Context(), channel)
		return err == nil && known.Humans == 1
	})
	lines := npmtest.Run(t, at, clientScript, "URL="+os.Getenv(homeserver), "TOKEN="+string(anaToken))
	if got := await.Value(t, "the client", lines); got != "started" {
		t.Fatalf("it said %q", got)
	}
	made, err := a.Post(t.Context(), messages.Post{ID: "post~moth~1~0", Channel: channel, Text: "**hello** @Ana", Mentions: []messages.Mention{{Name: "Ana", ID: messages.PersonID(ana.id)}}})
	if err != nil {
		t.Fatal(err)
	}
	address := "https://matrix.to/#/" + url.PathEscape(ana.id)
	if got, want := await.Value(t, "the post", lines), fmt.Sprintf(`said <strong>hello</strong> <a href="%s">@Ana</a> in undefined to 1`, address); got != want {
		t.Errorf("it said %q, want %q", got, want)
	}
	var answer *messages.Line
	var mark messages.Reacted
	await.Until(t, "the answer and the reaction", func() bool {
		for _, e := range j.All() {
			switch e := e.Event.(type) {
			case messages.Heard:
				if e.Line.Author.ID == messages.PersonID(ana.id) {
					answer = e.Line
				}
			case messages.Reacted:
				mark = e
			}
		}
		return answer != nil && mark.Line != ""
	})
	if answer.Text != "you said it" || !answer.DM || answer.ReplyTo != (messages.Reply{ID: made.Line, Author: messages.PersonID(moth.id)}) {
		t.Errorf("heard %+v, want the answer without its quotation", answer)
	}
	if mark.Line != made.Line || mark.Emoji != "👍" {
		t.Errorf("heard %+v", mark)
	}
	if err := a.Edit(t.Context(), messages.Edit{Channel: channel, Line: made.Line, Text: "goodbye"}); err != nil {
		t.Fatal(err)
	}
	if got := await.Value(t, "the edit", lines); got != "edited goodbye" {
		t.Errorf("it said %q", got)
	}
}
