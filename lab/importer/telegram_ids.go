package importer

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// channelMark begins the ids of supergroups and channels, as bots know them; those of
// basic groups begin with a minus alone.
const channelMark = "-100"

// telegramPerson returns the id by which bots know somebody, or a chat in whose name
// somebody writes: exports say what it is of, and those of before 2021 nothing.
func telegramPerson(id messages.PersonID) messages.PersonID {
	for word, mark := range map[string]string{"user": "", "channel": channelMark, "chat": "-"} {
		if n, is := strings.CutPrefix(string(id), word); is && isNumber(n) {
			return messages.PersonID(mark + n)
		}
	}
	return id
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// telegramChatID returns the id by which bots know a chat of a kind. Of a private chat or
// a basic group they have the bot's own before it, which no export tells.
func telegramChatID(kind, id loose) string {
	if !isNumber(string(id)) {
		return string(id)
	}
	switch {
	case strings.HasSuffix(string(kind), "_supergroup"), strings.HasSuffix(string(kind), "_channel"):
		return channelMark + string(id)
	case strings.HasSuffix(string(kind), "_group"):
		return "-" + string(id)
	}
	return string(id)
}

// mostInTopics is how many messages of one chat's topics are known at once.
const mostInTopics = 2_000_000

// telegramTopics know in which topic of a forum a message stands. An export says it of
// none: what answers nobody answers the notice that began the topic, and else whatever
// stands in it. The zero value knows none.
type telegramTopics struct {
	of     map[loose]loose  // messages, by their ids
	titles map[loose]string // what a topic was called when it began
}

// begin takes the notice that begins a topic.
func (t *telegramTopics) begin(notice loose, title string) error {
	if t.of == nil {
		t.of, t.titles = map[loose]loose{}, map[loose]string{}
	}
	t.titles[notice] = title
	return t.note(notice, notice)
}

// take returns the topic of a message that answers another; "": the chat itself.
func (t *telegramTopics) take(message, to loose) (topic loose, err error) {
	if topic = t.of[to]; to == "" || topic == "" {
		return "", nil
	}
	return topic, t.note(message, topic)
}

func (t *telegramTopics) note(message, topic loose) error {
	if len(t.of) >= mostInTopics {
		return fmt.Errorf("more than %d messages in topics: export less of the chat at once", mostInTopics)
	}
	t.of[message] = topic
	return nil
}
