package discordtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/npmtest"
)

// discord.js's own clients of the gateway and of the REST interface.
const (
	foreignGateway = "@discordjs/ws@1.2.3"
	foreignREST    = "@discordjs/rest@2.6.3"
)

// foreignScript connects all shards that are recommended, keeps their sessions in a
// file for the next run, and says what it is told, a line each.
const foreignScript = `
import { WebSocketManager, WebSocketShardEvents as events } from "@discordjs/ws";
import { REST } from "@discordjs/rest";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const { URL: url, TOKEN: token, SESSIONS: file } = process.env;
const sessions = existsSync(file) ? JSON.parse(readFileSync(file)) : {};
const rest = new REST({ api: url + "/api", version: "9" }).setToken(token);
const manager = new WebSocketManager({
	token, rest, intents: 1 | 512 | 32768, version: "9",
	retrieveSessionInfo: (shard) => sessions[shard] ?? null,
	updateSessionInfo: (shard, info) => { sessions[shard] = info; writeFileSync(file, JSON.stringify(sessions)); },
});
manager.on(events.Ready, (data, shard) => console.log("ready", shard ?? data.shardId));
manager.on(events.Resumed, (shard) => console.log("resumed", shard.shardId ?? shard));
manager.on(events.Error, (error) => console.log("error", error.message ?? JSON.stringify(error)));
manager.on(events.Dispatch, (payload, shard) => {
	const d = payload.data ?? payload;
	if (d.t === "MESSAGE_CREATE") console.log("said", shard ?? payload.shardId, d.d.content);
});
await manager.connect();
`

// A foreigner is a run of that client.
type foreigner struct {
	lines chan string
	kill  func()
}

// wants waits until the client has told all of these, in any order. A shard may resume
// once more on its way.
func (f *foreigner) wants(t *testing.T, want ...string) {
	t.Helper()
	left := slices.Clone(want)
	for len(left) > 0 {
		told := await.Value(t, fmt.Sprintf("%q of %q", left, want), f.lines)
		if i := slices.Index(left, told); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if !strings.HasPrefix(told, "resumed ") {
			t.Fatalf("it told %q, want %q", told, left)
		}
	}
}

// TestForeignClient has discord.js's client, which others wrote, connect two shards
// here, resume them after a broken connection and after its own death, and begin anew
// when its sessions are forgotten.
func TestForeignClient(t *testing.T) {
	at := npmtest.Install(t, foreignGateway, foreignREST)
	s := Start(t)
	s.Shards(2, 2)
	s.Turns(time.Second)
	bot := s.AddBot("moth")
	channels := map[int]string{} // by shard
	for n := 0; len(channels) < 2; n++ {
		s.mu.Lock()
		s.last += 1 << 22 // a millisecond, as guilds of one are one shard's
		s.mu.Unlock()
		guild := s.AddGuild(fmt.Sprint("guild ", n))
		for shard := range 2 {
			if of := (&session{shard: [2]int{shard, 2}}); of.has(guild) {
				channels[shard] = s.AddChannel(guild, "general", 0)
			}
		}
	}
	say := func(text string) {
		for shard := range 2 {
			s.Say(channels[shard], "ana", text)
		}
	}
	sessions := filepath.Join(t.TempDir(), "sessions.json")
	f := startForeign(t, at, s.URL, bot.Token, sessions)
	f.wants(t, "ready 0", "ready 1")
	say("hello")
	f.wants(t, "said 0 hello", "said 1 hello")

	s.Drop()
	say("meanwhile")
	f.wants(t, "said 0 meanwhile", "said 1 meanwhile", "resumed 0", "resumed 1")
	f.kill()
	s.Await(t, "its end", func() bool { return s.Connected() == 0 })
	say("after its death")
	f = startForeign(t, at, s.URL, bot.Token, sessions)
	f.wants(t, "said 0 after its death", "said 1 after its death", "resumed 0", "resumed 1")
	if begun, resumed := len(s.Identifies()), s.Resumes(); begun != 2 || resumed < 4 {
		t.Errorf("it began %d sessions and resumed %d times, want 2 and at least 4", begun, resumed)
	}

	s.Forget()
	s.Drop()
	f.wants(t, "ready 0", "ready 1")
	say("anew")
	f.wants(t, "said 0 anew", "said 1 anew")
	if s.TooSoon() != 0 {
		t.Errorf("%d sessions were begun too soon by a client that keeps the turns", s.TooSoon())
	}
}

func startForeign(t *testing.T, at, url, token, sessions string) *foreigner {
	t.Helper()
	node := exec.CommandContext(t.Context(), "node", "--input-type=module", "--eval", foreignScript)
	node.Dir = at
	node.Env = append(os.Environ(), "URL="+url, "TOKEN="+token, "SESSIONS="+sessions)
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	node.Stderr = t.Output()
	if err := node.Start(); err != nil {
		t.Skipf("discord.js: node: %v", err)
	}
	f := &foreigner{lines: make(chan string, 100)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			f.lines <- strings.TrimSpace(lines.Text())
		}
	}()
	f.kill = func() {
		_ = node.Process.Kill()
		<-ended
		_ = node.Wait() // it was killed: its status says nothing
	}
	t.Cleanup(f.kill)
	return f
}
