package conversation

import (
	"reflect"
	"testing"

	"familiar/messages"
)

// TestWhoAPostPings: whoever it names, by the longest name that fits, and
// nobody else.
func TestWhoAPostPings(t *testing.T) {
	mention := func(name string, id messages.PersonID) messages.Mention { return messages.Mention{Name: name, ID: id} }
	for _, tt := range []struct {
		story, text string
		want        []messages.Mention
	}{
		{"a text without names pings nobody", "hello Ana", nil},
		{"a name is pinged", "hello @Ana!", []messages.Mention{mention("Ana", "a")}},
		{"the longer of two names is meant", "hello @Ana Bell", []messages.Mention{mention("Ana Bell", "ab")}},
		{"both are named, the longer first", "@Ana and @Ana Bell", []messages.Mention{mention("Ana Bell", "ab"), mention("Ana", "a")}},
		{"twice is once", "@Ana @Ana", []messages.Mention{mention("Ana", "a")}},
		{"a longer word is no name", "mail @Anastasia", nil},
		{"a name before letters that no space parts is one", "@小明你好", []messages.Mention{mention("小明", "x")}},
		{"of two people with one name it is who spoke last", "@Tom", []messages.Mention{mention("Tom", "t2")}},
		{"who asked to be left alone is not pinged", "@Lea @Ana", []messages.Mention{mention("Ana", "a")}},
		{"everyone is nobody's name", "@everyone @here <@a> @channel", nil},
		{"somebody never seen here is not pinged", "@Zed", nil},
		{"nor is whom only a relay knows", "@bob @Ana", []messages.Mention{mention("Ana", "a")}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick")
			for _, who := range []messages.Author{
				{ID: "t1", Name: "Tom"},
				{ID: "a", Name: "Ana"},
				{ID: "ab", Name: "Ana Bell"},
				{ID: "x", Name: "小明"},
				{ID: "l", Name: "Lea"},
				{ID: messages.RelayedPerson("garden", "bob"), Name: "bob"},
				{ID: "t2", Name: "Tom"},
			} {
				p.step(messages.Heard{Line: &messages.Line{ID: messages.LineID("by " + who.ID), Channel: scriptChannel, Author: who, Text: "good morning"}})
			}
			p.s.Seats[0].Told().Alone = []messages.PersonID{"l"}
			p.hear("1", "ana", "Aria?")
			posts := p.says(tt.text)
			if len(posts) != 1 || !reflect.DeepEqual(posts[0].Mentions, tt.want) {
				t.Errorf("got %+v, want one post with %v", posts, tt.want)
			}
		})
	}
}

// TestAnOperatorsWordsPingNobody: a name in a text that a familiar is to say is
// no more than text.
func TestAnOperatorsWordsPingNobody(t *testing.T) {
	p := newStepper(t, "quick")
	p.hear("1", "ana", "good morning")
	p.says()
	p.step(messages.Commanded{Command: messages.Say, Text: "hello @called ana"})
	var posts []messages.Post
	for _, e := range p.out {
		if post, ok := e.(messages.Post); ok {
			posts = append(posts, post)
		}
	}
	if len(posts) != 1 || posts[0].Mentions != nil {
		t.Errorf("got %+v, want one post that pings nobody", posts)
	}
}
