package control

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/control/access"
	"familiar/messages"
)

// withHistory gives the rig tokens that may read what was said.
func withHistory(o *Options) {
	steered(&helm{})(o)
	o.Tokens = append(o.Tokens,
		access.Token{Name: "scribe", Secret: "scribe", Scopes: []string{"history"}, Channels: []string{"discord:1/*"}},
	)
}

func saidBy(id string, who messages.PersonID, text string) messages.Heard {
	return messages.Heard{Line: &messages.Line{ID: messages.LineID(id), Author: messages.Author{ID: who, Name: string(who)}, Text: text}}
}

// told reads an answer of history as "id author: text" lines.
func told(t *testing.T, body string) (lines []string, next string) {
	t.Helper()
	var answer heard
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	for _, l := range answer.Lines {
		text := fmt.Sprintf("%s %s: %s", l.ID, l.Author.ID, l.Text)
		if l.Edited {
			text += " (edited)"
		}
		lines = append(lines, text)
	}
	return lines, answer.Next
}

func TestHistoryReadsAsItReadsNow(t *testing.T) {
	const den = messages.ChannelID("discord/1/den")
	for _, tt := range []struct {
		story  string
		events []messages.Event
		want   []string
	}{
		{"nothing was said", nil, nil},
		{"in the order it was said", []messages.Event{saidBy("1", "ana", "one"), saidBy("2", "ben", "two")}, []string{"1 ana: one", "2 ben: two"}},
		{"what two accounts heard is one line", []messages.Event{saidBy("1", "ana", "one"), messages.AlsoHeard(saidBy("1", "ana", "one")), saidBy("2", "ben", "two")}, []string{"1 ana: one", "2 ben: two"}},
		{"with the text of the copy that has one", []messages.Event{saidBy("1", "ana", "one"), messages.AlsoHeard(saidBy("1", "ana", ""))}, []string{"1 ana: one"}},
		{"an edited line as it was edited last", []messages.Event{saidBy("1", "ana", "one"), messages.Edited(saidBy("1", "ana", "uno")), messages.Edited(saidBy("1", "ana", "eins"))}, []string{"1 ana: eins (edited)"}},
		{"a deleted line isn't there", []messages.Event{saidBy("1", "ana", "one"), messages.Deleted{ID: "1"}, saidBy("2", "ben", "two")}, []string{"2 ben: two"}},
		{"nor one that was edited before", []messages.Event{saidBy("1", "ana", "one"), messages.Edited(saidBy("1", "ana", "uno")), messages.Deleted{ID: "1"}}, nil},
		{"nor who was forgotten, until they speak again", []messages.Event{saidBy("1", "ana", "one"), saidBy("2", "ben", "two"), messages.Forgotten{Person: "ana"}, saidBy("3", "ana", "three")}, []string{"2 ben: two", "3 ana: three"}},
		{"nor a channel that was forgotten", []messages.Event{saidBy("1", "ana", "one"), messages.Forgotten{All: true}, saidBy("2", "ben", "two")}, []string{"2 ben: two"}},
		{"nor texts that are too old", []messages.Event{messages.Heard{Line: &messages.Line{ID: "1", At: 1000, Text: "one"}}, messages.Forgotten{Before: 2000}, saidBy("2", "ben", "two")}, []string{"2 ben: two"}},
		{"a long text is cut", []messages.Event{saidBy("1", "ana", strings.Repeat("é", 4001))}, []string{"1 ana: " + strings.Repeat("é", 4000) + "…"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, withHistory)
			r.hear(den, tt.events...)
			w := r.ask("POST", "/v1/tools/history", `{"channel":"discord/1/den"}`, "Authorization", "Bearer scribe")
			if got, next := told(t, w.Body.String()); !slices.Equal(got, tt.want) || next != "" {
				t.Errorf("got %q and next %q, want %q", got, next, tt.want)
			}
		})
	}
}

// TestHistoryIsForWhoHasTheRight: who may see that familiars decided may not
// see what people said.
func TestHistoryIsForWhoHasTheRight(t *testing.T) {
	r := newRig(t, withHistory)
	r.hear("discord/1/den", saidBy("1", "ana", "a secret"))
	r.hear("web//garden", saidBy("1", "ana", "a secret"))
	for _, tt := range []struct {
		story, token, body string
		want               int
	}{
		{"the scope and the channel", "scribe", `{"channel":"discord/1/den"}`, 200},
		{"this run's token", r.run, `{"channel":"discord/1/den"}`, 200},
		{"another channel", "scribe", `{"channel":"web//garden"}`, 403},
		{"another server", "scribe", `{"channel":"discord/2/den"}`, 403},
		{"a reader", "reader", `{"channel":"web//garden"}`, 403},
		{"who may do all else", "garden", `{"channel":"web//garden"}`, 403},
		{"too many", "scribe", `{"channel":"discord/1/den","limit":201}`, 400},
		{"none", "scribe", `{"channel":"discord/1/den","limit":-1}`, 400},
		{"no cursor of ours", "scribe", `{"channel":"discord/1/den","cursor":"x"}`, 400},
		{"a side-fork", r.run, `{"channel":"` + string(messages.ChannelID("web//garden").Fix("1")) + `"}`, 400},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := r.ask("POST", "/v1/tools/history", tt.body, "Authorization", "Bearer "+tt.token)
			if shown := strings.Contains(w.Body.String(), "a secret"); w.Code != tt.want || shown != (tt.want == 200) {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, tt.want)
			}
		})
	}
}

// TestAnswersAreTurnedOver: by their cursors all of it is told, each thing
// once, however many are of one moment.
func TestAnswersAreTurnedOver(t *testing.T) {
	h := &helm{}
	r := newRig(t, steered(h))
	var said, decided, awake []string
	for i := range 47 {
		id := fmt.Sprintf("%02d", i)
		r.hear("web//garden", saidBy(id, "ana", "x"))
		if i%3 == 0 {
			r.hear("web//garden", messages.AlsoHeard(saidBy(id, "ana", "x")))
		}
		said = append(said, id)
		r.decide(&messages.Note{Channel: "web//garden", Familiar: "aria", Line: messages.LineID(id), At: messages.Instant(1_000_000 + i/10), Act: messages.Engage, Rung: "mention"})
		decided = append(decided, id)
	}
	for i := range 2*maxStatuses + 7 {
		id := fmt.Sprintf("web//garden%04d", i)
		h.statuses = append(h.statuses, messages.Status{Channel: messages.ChannelID(id)})
		awake = append(awake, id)
	}
	for _, tt := range []struct {
		tool, more, key string
		want            []string
	}{
		{"history", `"channel":"web//garden","limit":10,`, "id", said},
		{"decisions", `"channel":"web//garden","limit":10,`, "line", decided},
		{"decisions", `"limit":7,`, "line", decided},
		{"channels", ``, "channel", awake},
	} {
		t.Run(tt.tool+tt.more, func(t *testing.T) {
			var got []string
			cursor, pages := "", 0
			for more := true; more; more = cursor != "" {
				if pages++; pages > 20 {
					t.Fatal("there is always more")
				}
				w := r.ask("POST", "/v1/tools/"+tt.tool, "{"+tt.more+`"cursor":"`+cursor+`"}`)
				var answer map[string]any
				if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != 200 {
					t.Fatalf("got %d %s (%v)", w.Code, w.Body, err)
				}
				cursor = answer["next"].(string)
				for _, list := range answer {
					items, _ := list.([]any)
					for _, item := range items {
						got = append(got, item.(map[string]any)[tt.key].(string))
					}
				}
			}
			if pages < 2 {
				t.Error("all on one page")
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %d, want each of %d once: %v", len(got), len(tt.want), got)
			}
		})
	}
	if w := r.ask("POST", "/v1/tools/decisions", `{"cursor":"1.0"}`); w.Code != 400 {
		t.Errorf("a cursor of none: got %d, want 400", w.Code)
	}
}
