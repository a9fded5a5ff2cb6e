package messages

import (
	"reflect"
	"testing"

	"familiar/messages/because"
)

func TestPostComesBack(t *testing.T) {
	meta := fullLine().Meta
	for _, want := range []Post{
		{},
		{
			ID: "p", Channel: "discord/g/c", Account: "felix-discord", Familiar: "felix", Part: 2, As: "Felix", Text: "so\n\"be\" it 🦊",
			ReplyTo: "m1", Mentions: []Mention{{Name: "Ana", ID: "u1"}}, Thread: true, Within: "discord/g/c/t", Meta: meta,
			Quoting: Quoted{ID: "m1", Author: Author{ID: "u1", Name: "Ana", Bot: true}, Text: "hm?", At: 5, Own: true, Attachments: fullLine().Attachments},
			File:    &File{Name: "so.md", Text: "# so\n"},
		},
	} {
		b, err := EncodePost(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodePost(b); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	}
	if _, err := DecodePost([]byte("[")); err == nil {
		t.Error("bytes of another form are taken for a post")
	}
}

func TestNoteComesBack(t *testing.T) {
	for _, want := range []Note{
		{},
		{
			Channel: "discord/g/c", Familiar: "felix", Line: "m1", At: 7, Act: Engage, Rung: "mention", Trigger: Address,
			N: 1 << 63, Reason: because.Says("it \"calls\" us"), Due: 9, Term: "lull", Facts: IsDM | ModeOther, Odds: .25, Bar: .3, Arm: NewArm("calmer", "3f2a9c1b", SideB), Partly: true, Meta: fullLine().Meta,
		},
	} {
		b, err := EncodeNote(&want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeNote(b); err != nil || *got != want {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	}
	if _, err := DecodeNote([]byte("[")); err == nil {
		t.Error("bytes of another form are taken for a note")
	}
}
