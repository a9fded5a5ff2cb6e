package messages

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// anyLine draws lines with any field at zero or set, their text of any bytes.
func anyLine() *rapid.Generator[*Line] {
	return rapid.Custom(func(t *rapid.T) *Line {
		text := rapid.OneOf(
			rapid.SampledFrom([]string{"", "u1", "a b", `"<&>\`, "\n\t\b\f\r\x00\x1f\x7f", "\u2028\u2029", "\xff\xe2\x80", "🦊\ufffd"}),
			rapid.String(),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		)
		yes := rapid.Bool()
		attachment := rapid.Custom(func(t *rapid.T) Attachment {
			return Attachment{ID: text.Draw(t, "id"), Name: text.Draw(t, "name"), Type: text.Draw(t, "type"), Bytes: rapid.Int64().Draw(t, "bytes")}
		})
		person := rapid.Map(text, func(s string) PersonID { return PersonID(s) })
		return &Line{
			ID: LineID(text.Draw(t, "id")), Channel: ChannelID(text.Draw(t, "channel")), Account: AccountID(text.Draw(t, "account")),
			Author: Author{ID: person.Draw(t, "author"), Name: text.Draw(t, "name"), Bot: yes.Draw(t, "bot")},
			Text:   text.Draw(t, "text"), At: Instant(rapid.OneOf(rapid.Int64(), rapid.Int64Range(0, 2e12)).Draw(t, "at")),
			Mentions: rapid.SliceOfN(person, 0, 3).Draw(t, "mentions"), Everyone: yes.Draw(t, "everyone"),
			Roles:       rapid.SliceOfN(text, 0, 3).Draw(t, "roles"),
			ReplyTo:     Reply{ID: LineID(text.Draw(t, "reply")), Author: person.Draw(t, "answered"), ThreadRoot: yes.Draw(t, "root")},
			Attachments: rapid.SliceOfN(attachment, 0, 2).Draw(t, "attachments"),
			Nonce:       text.Draw(t, "nonce"), DM: yes.Draw(t, "dm"), ExplicitOnly: yes.Draw(t, "explicit"),
			LullEndpoint: yes.Draw(t, "lull"), Backfilled: yes.Draw(t, "backfilled"), Crowded: yes.Draw(t, "crowded"), Notice: yes.Draw(t, "notice"), Overdrawn: yes.Draw(t, "overdrawn"), SharesDay: yes.Draw(t, "shares day"), Pane: yes.Draw(t, "pane"), Audience: rapid.SampledFrom([]Audience{AudienceUnknown, AudienceSome, AudienceAll}).Draw(t, "audience"),
			Meta: Meta{
				TraceID: [16]byte{rapid.Byte().Draw(t, "trace")}, SpanID: [8]byte{7: rapid.Byte().Draw(t, "span")},
				At: Instant(rapid.Int64().Draw(t, "made")), ID: rapid.Uint32().Draw(t, "number"), Flags: rapid.Byte().Draw(t, "flags"),
			},
		}
	})
}

// asJSON is what encoding/json writes of a line.
func asJSON(tb rapid.TB, l *Line) []byte {
	w, err := writeLine(l)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := json.Marshal(w)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func TestLinesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	for _, tt := range []struct {
		story string
		line  *Line
	}{
		{"a line with every field", fullLine()},
		{"a line with none", &Line{}},
		{"an attachment nothing is known of", &Line{Attachments: []Attachment{{}}}},
		{"an empty mention and an empty role", &Line{Mentions: []PersonID{""}, Roles: []string{""}}},
		{"lists that are empty and not nil", &Line{Mentions: []PersonID{}, Roles: []string{}, Attachments: []Attachment{}}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, want := appendLine(nil, tt.line), asJSON(t, tt.line); !bytes.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	t.Run("any line", rapid.MakeCheck(func(t *rapid.T) {
		l := anyLine().Draw(t, "line")
		if got, want := appendLine(nil, l), asJSON(t, l); !bytes.Equal(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}))
}

// FuzzAppendQuoted: any string is written as encoding/json writes it.
func FuzzAppendQuoted(f *testing.F) {
	f.Add("hi <@u2> & \"all\"\n\u2028\xff🦊")
	f.Fuzz(func(t *testing.T, s string) {
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendQuoted(nil, s); !bytes.Equal(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestAppendEventKeepsWhatIsThere(t *testing.T) {
	for _, tt := range []struct {
		story string
		event Event
		want  string
	}{
		{"a line", Heard{&Line{ID: "1"}}, `x{"heard":{"id":"1"}}`},
		{"another kind", TimerFired{N: 7}, `x{"timer-fired":{"n":7}}`},
		{"an error", Heard{}, `x`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, err := AppendEvent([]byte("x"), tt.event); string(got) != tt.want || (err != nil) != (tt.want == "x") {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func BenchmarkAppendEvent(b *testing.B) {
	e, room := plainLine(), make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := AppendEvent(room, e); err != nil {
			b.Fatal(err)
		}
	}
}
