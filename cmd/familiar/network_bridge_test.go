package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter/bridge/bridgetest"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
)

const bridgedHouse = `
[familiars.aria]
name = "Aria"
persona = "Keeps moths."

[accounts.aria-hall]
network = "bridge"
familiars = ["aria"]
token = "file:token"
workspace = "hall"

[[channels]]
match = "bridge:*"
familiars = ["aria"]

[control]
listen = "127.0.0.1:0"
`

// bridgeToken is what a bridge shows for itself.
const bridgeToken = "0123456789abcdef"

// runBridged runs the house, and returns its configuration and where it listens, as the
// next process will.
func runBridged(t *testing.T) (file string, p *program, listens string) {
	t.Helper()
	file = saved(t, bridgedHouse)
	h := &house{t, filepath.Dir(file)}
	h.write("token", bridgeToken)
	p = start(t, "run", file)
	listens = strings.TrimPrefix(p.until(`http://127\.0\.0\.1:\d+`, 1)[0], "http://")
	h.change("familiar.toml", "127.0.0.1:0", listens)
	return file, p, listens
}

// TestRunWithABridge: a bridge comes when it likes, in a room and in a direct message, over
// a restart of the program, and not once its account is gone.
func TestRunWithABridge(t *testing.T) {
	long.Test(t)
	t.Parallel()
	file, p, listens := runBridged(t)

	hall := bridgetest.NewHall()
	ctx, leave := context.WithCancel(t.Context())
	ended := hall.Join(ctx, &bridgetest.Bridge{URL: "http://" + listens, Token: bridgeToken, Me: "b-aria", Can: bridgetest.All, Chats: []string{"garden", "ana"}})
	defer func() { leave(); ended() }()
	answers := func(n int) {
		t.Helper()
		await.Until(t, "an answer", func() bool { return len(hall.Posted("b-aria", false)) == n })
	}
	hall.Say("garden", "ana", "Aria, what is a moth?", "", false)
	answers(1)
	hall.Say("ana", "ana", "psst, what is a lamp?", "", true)
	answers(2)
	p.quit()

	hall.Say("garden", "ana", "Aria, are you there?", "", false) // while nobody listens
	p = start(t, "run", file)
	answers(3)
	for text, want := range map[string]int{bridgeToken: http.StatusOK, "nobody's token at all": http.StatusUnauthorized} {
		if got, _ := greet(t, listens, text); got != want {
			t.Errorf("a hello with %q is answered %d, want %d", text, got, want)
		}
	}
	p.quit()
}

// TestEndWithABridge: what a bridge was ordered to post when the program is told to end
// it can still say it has posted, though it can prove nothing and takes its time: the
// next process has no doubt.
func TestEndWithABridge(t *testing.T) {
	long.Test(t)
	t.Parallel()
	file, p, listens := runBridged(t)

	hall := bridgetest.NewHall()
	ctx, leave := context.WithCancel(t.Context())
	ended := hall.Join(ctx, &bridgetest.Bridge{URL: "http://" + listens, Token: bridgeToken, Me: "b-aria", Chats: []string{"garden"}, Slow: 2 * time.Second})
	defer func() { leave(); ended() }()
	hall.Say("garden", "ana", "Aria, what is a moth?", "", false)
	await.Until(t, "a post", func() bool { return len(hall.Posted("b-aria", false)) == 1 })
	p.quit()
	p = start(t, "run", file)
	hall.Say("garden", "ana", "Aria, are you there?", "", false)
	await.Until(t, "another", func() bool { return len(hall.Posted("b-aria", false)) == 2 })
	p.quit()
	ask(t, "journal", "dead", "-c", file).wants(0, `^nothing was given up\n$`)
}

// TestTwoBridgedNetworks: a familiar is on two networks that bridges join, and answers on
// each where it was asked.
func TestTwoBridgedNetworks(t *testing.T) {
	long.Test(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "familiar.toml")
	h := &house{t, filepath.Dir(file)}
	tokens := map[string]string{"hall": bridgeToken, "barn": "fedcba9876543210"}
	for name, text := range map[string]string{
		file: bridgedHouse + "[accounts.aria-barn]\nnetwork = \"bridge\"\nfamiliars = [\"aria\"]\ntoken = \"file:barn\"\nworkspace = \"barn\"\n", h.file("token"): tokens["hall"], h.file("barn"): tokens["barn"],
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := start(t, "run", file)
	at := p.until(`http://127\.0\.0\.1:\d+`, 1)[0]
	halls := map[string]*bridgetest.Hall{}
	for name, token := range tokens {
		halls[name] = bridgetest.NewHall()
		ctx, leave := context.WithCancel(t.Context())
		ended := halls[name].Join(ctx, &bridgetest.Bridge{URL: at, Token: token, Me: "b-aria-" + name, Can: bridgetest.All, Chats: []string{"garden"}})
		t.Cleanup(func() { leave(); ended() })
	}
	for round := 1; round <= 2; round++ {
		for _, name := range []string{"hall", "barn"} {
			halls[name].Say("garden", "ana", "Aria, what is a moth?", "", false)
			await.Until(t, "an answer in the "+name, func() bool { return len(halls[name].Posted("b-aria-"+name, false)) == round })
		}
	}
	p.quit()
}

// TestBridgeAndTwoProcesses: a bridge serves whichever process of two has its account: the
// other sends it there, also when the first is killed.
func TestBridgeAndTwoProcesses(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := &troubled{house: &house{t, t.TempDir()}}
	for name, text := range map[string]string{
		h.main(): bridgedHouse + "[journal]\nurl = \"" + natstest.Start(t, 1).URL() + "\"\n", h.file("token"): bridgeToken, h.file("one/token"): bridgeToken, h.file("two/token"): bridgeToken,
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	processes, at := []*program{h.beside("one"), h.beside("two")}, []string{}
	for _, p := range processes {
		at = append(at, p.until(`http://127\.0\.0\.1:\d+`, 1)[0])
	}
	takes := func(k int) (int, string) { return greet(t, strings.TrimPrefix(at[k], "http://"), bridgeToken) }
	holder := -1
	await.Until(t, "one of them to take a bridge, and the other not", func() bool {
		first, told := takes(0)
		second, toldBySecond := takes(1)
		if holder = 0; second == http.StatusOK {
			holder = 1
		} else {
			told = toldBySecond
		}
		return first != second && first+second == http.StatusOK+http.StatusServiceUnavailable && strings.Contains(told, "not connected by this process but by process ")
	})
	hall := bridgetest.NewHall()
	ctx, leave := context.WithCancel(t.Context())
	ended := hall.Join(ctx, &bridgetest.Bridge{URL: at[1-holder], Others: []string{at[holder]}, Token: bridgeToken, Me: "b-aria", Can: bridgetest.All, Chats: []string{"garden"}})
	defer func() { leave(); ended() }()
	answers := func(n int) {
		t.Helper()
		await.Until(t, "an answer", func() bool { return len(hall.Posted("b-aria", false)) == n })
	}
	hall.Say("garden", "ana", "Aria, what is a moth?", "", false)
	answers(1)
	processes[holder].signal(os.Kill)
	<-processes[holder].code
	hall.Say("garden", "ana", "Aria, are you there?", "", false)
	answers(2)
	processes[1-holder].quit()
	if n := len(hall.Posted("b-aria", false)); n != 2 {
		t.Errorf("it said %d things, want 2", n)
	}
}

// greet says hello as a bridge and returns the answer's status and body.
func greet(t *testing.T, listens, token string) (status int, said string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+listens+"/v1/bridge", strings.NewReader(`{"me":{"id":"b-aria"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}
