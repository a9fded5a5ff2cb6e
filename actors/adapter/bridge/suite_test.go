package bridge

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.uber.org/goleak"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/bridge/bridgetest"
	"familiar/messages"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const token = "an account's token"

func open(t testing.TB, id messages.AccountID) *Account {
	t.Helper()
	a, err := Open(id, Config{Token: token, Workspace: "hall", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// serve has a listener give an account the requests that show its token.
func serve(t testing.TB, a *Account) (url string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		a.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// join has a bridge join an account to a hall until the test ends, and waits for it.
func join(t testing.TB, a *Account, hall *bridgetest.Hall, b *bridgetest.Bridge) {
	t.Helper()
	b.URL, b.Token = serve(t, a), token
	ctx, leave := context.WithCancel(context.Background())
	ended := hall.Join(ctx, b)
	t.Cleanup(func() { leave(); ended() })
	for {
		if _, err := a.Identity(t.Context()); err == nil {
			return
		} else if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
}

func TestAdapter(t *testing.T) {
	for _, tt := range []struct {
		story string
		can   []string
	}{
		{"a bridge that can do everything", bridgetest.All},
		{"a bridge that can do nothing but report and post", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
				hall, a := bridgetest.NewHall(), open(t, "aria")
				join(t, a, hall, &bridgetest.Bridge{Me: "b-aria", Can: tt.can, Chats: []string{"garden"}})
				rig := adaptertest.Rig{
					Adapter: a,
					Channel: a.channel(place{Chat: "garden"}),
					Me:      "b-aria",
					Say:     func(author, text string) { hall.Say("garden", author, text, "", false) },
					Posted:  func() []string { return hall.Posted("b-aria", false) },
					Echoes:  true,
					React:   func(line messages.LineID, removed bool) { hall.React("garden", string(line), "👍", removed) },
					Attach:  func(author, text string) { hall.Say("garden", author, text, adaptertest.FileName, false) },
					PassOn:  func(author, text string) { hall.PassOn("garden", author, text, "b-aria") },
					Stands:  func(line messages.LineID) string { return hall.Stands(string(line)) },
					Files:   func() []string { return hall.Posted("b-aria", true) },
				}
				if tt.can != nil { // without proof a doubt stays one
					rig.Ail = hall.Ail
				}
				return rig
			})
		})
	}
}

// TestTwoOfOneNetwork: two accounts with a bridge each, in one hall.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		hall := bridgetest.NewHall()
		names := [2]messages.AccountID{"felix", "nora"}
		var adapters [2]adapter.Adapter
		for k, name := range names {
			a := open(t, name)
			join(t, a, hall, &bridgetest.Bridge{Me: "b-" + string(name), Can: bridgetest.All, Chats: []string{"garden", "ana and " + string(name), string(name) + "'s"}})
			adapters[k] = a
		}
		return adaptertest.TwoRig{
			Adapters: adapters, Accounts: names,
			Say:     func(text string) { hall.Say("garden", "ana", text, "", false) },
			Whisper: func(to int, text string) { hall.Say("ana and "+string(names[to]), "ana", text, "", true) },
			Confide: func(to int, text string) { hall.Say(string(names[to])+"'s", "ana", text, "", false) },
		}
	})
}

// TestWhisperInOneChat: though a bridge calls them alike, direct messages to two accounts
// are in two places.
func TestWhisperInOneChat(t *testing.T) {
	felix, nora := open(t, "felix"), open(t, "nora")
	chat := place{Chat: "ana", DM: true}
	if felix.channel(chat) == nora.channel(chat) {
		t.Fatalf("both are in %s", felix.channel(chat))
	}
	if at, err := felix.place(felix.channel(chat)); err != nil || at != chat {
		t.Errorf("its own chat is %+v, %v", at, err)
	}
	for _, foreign := range []messages.ChannelID{nora.channel(chat), "bridge/other/ana", "web//ana", "bridge/hall"} {
		if at, err := felix.place(foreign); err == nil {
			t.Errorf("%s is its own: %+v", foreign, at)
		}
	}
}

// TestFetch: what is attached comes from the bridge.
func TestFetch(t *testing.T) {
	hall, a := bridgetest.NewHall(), open(t, "aria")
	join(t, a, hall, &bridgetest.Bridge{Me: "b-aria", Can: bridgetest.All, Chats: []string{"garden"}})
	garden := a.channel(place{Chat: "garden"})
	file, err := a.Fetch(t.Context(), garden, "1", messages.Attachment{ID: "f1"})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(file); err != nil || string(text) != "moth..." {
		t.Errorf("got %q, %v", text, err)
	}
	if known, err := a.Members(t.Context(), garden); err != nil || known.Humans != 2 || known.Bots != 1 || known.Truncated {
		t.Errorf("members are %+v, %v", known, err)
	}
	hall.Say("garden", "ana", "before", "", false)
	if lines, err := a.History(t.Context(), garden, 0, 5); err != nil || len(lines) != 1 || !lines[0].Backfilled || lines[0].Channel != garden {
		t.Errorf("history is %+v, %v", lines, err)
	}
}
