package gateway

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// FuzzWord: whatever was kept, what is read of it is a session a shard can have,
// and reads the same when it is kept again.
func FuzzWord(f *testing.F) {
	f.Add(word{Session: "s", Resume: "wss://gateway.discord.gg", Seq: 7, Shard: 1, Of: 2, Intents: 513, Version: discordgo.APIVersion, Bot: "1", Keeper: "k"}.encode())
	f.Add([]byte(`{"of":1}`))
	f.Add([]byte(`{"session":"s","resume":"http://x","of":1}`))
	f.Add([]byte(`{"shard":-1,"of":1}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		w, err := decodeWord(body)
		if err != nil {
			return
		}
		if w.Seq < 0 || w.Shard < 0 || w.Shard >= w.Of || w.Of > maxShards || w.Resume != "" && !strings.HasPrefix(w.Resume, "ws") && !isSocket(w.Resume) {
			t.Errorf("no shard has the session %+v", w)
		}
		if again, err := decodeWord(w.encode()); err == nil && again != w {
			t.Errorf("got %+v, want %+v", again, w)
		}
	})
}

// TestWordName: accounts and shards have words of their own, by names the store
// can keep.
func TestWordName(t *testing.T) {
	names := map[string]bool{}
	for _, account := range []string{"a", "a.b", "ä *"} {
		for shard := range 12 {
			name := wordName(account, shard)
			if names[name] || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
				t.Errorf("account %q shard %d: %q is no name of its own", account, shard, name)
			}
			names[name] = true
		}
	}
}
