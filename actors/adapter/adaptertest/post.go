package adaptertest

import (
	"fmt"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

func post(r Rig, n int) messages.Post {
	return messages.Post{
		ID: messages.PostID(fmt.Sprint("post-", n)), Channel: r.Channel, Account: "account", Familiar: "familiar",
		Text: fmt.Sprint("reply ", n), Meta: messages.Meta{At: messages.InstantOf(time.Now())},
	}
}

// talk listens where somebody has spoken: networks may open a channel by its first line.
func talk(t T, r Rig) *journal {
	j := listen(t, r)
	r.Say("ana", "hello?")
	j.next(t)
	return j
}

// say makes post number n.
func say(t T, r Rig, n int) adapter.Posted {
	t.Helper()
	made, err := r.Adapter.Post(t.Context(), post(r, n))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func posts(t T, r Rig) {
	j := talk(t, r)
	ids := map[messages.LineID]bool{}
	for n := range 2 {
		id := say(t, r, n).Line
		if id == "" || ids[id] {
			t.Errorf("post %d has id %q", n, id)
		}
		ids[id] = true
		if !r.Echoes {
			continue
		}
		if echo := j.next(t); echo.ID != id || echo.Author.ID != r.Me || echo.Nonce != string(post(r, n).ID) {
			t.Errorf("the echo of %s is %+v; want the id of the post, %s as author and its nonce", id, echo, r.Me)
		}
	}
	if got, want := r.Posted(), []string{"reply 0", "reply 1"}; !slices.Equal(got, want) {
		t.Errorf("posted %q, want %q", got, want)
	}
	r.Say("ana", "thanks")
	if line := j.next(t); line.Text != "thanks" || line.Author.ID == r.Me {
		t.Errorf("heard %q by %s, want ana's thanks", line.Text, line.Author.ID)
	}
}

func identity(t T, r Rig) {
	listen(t, r)
	identifier, ok := r.Adapter.(adapter.Identifier)
	if !ok {
		t.Skip("no Identifier")
	}
	me, err := identifier.Identity(t.Context())
	if err != nil || me.ID != r.Me {
		t.Errorf("identity is %+v, %v; want %s", me, err, r.Me)
	}
}

func finds(t T, r Rig) {
	reconciler := adapter.Can[adapter.Reconciler](r.Adapter)
	if reconciler == nil {
		t.Skip("no Reconciler")
	}
	talk(t, r)
	made := say(t, r, 0)
	if again, found, err := reconciler.Find(t.Context(), post(r, 0)); err != nil || found && again != made {
		t.Errorf("found %+v, %v, %v; want %+v", again, found, err, made)
	}
	if again, found, err := reconciler.Find(t.Context(), post(r, 1)); err != nil || found {
		t.Errorf("found %+v, %v of what was never posted", again, err)
	}
}
