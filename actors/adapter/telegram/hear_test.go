package telegram

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/messages"
)

// A message is written in a chat, and is a line.
type written struct {
	story string
	in    int64 // chat
	m     telegramtest.Message
	want  messages.Line // without id, account, time
}

var (
	ana  = messages.Author{ID: "11", Name: "Ana"}
	file = telegramtest.Message{"file_id": "F1", "file_size": 9}
)

const (
	news  = -1001000000003 // a channel
	small = -55            // a basic group
)

func (w written) withDefaults() written {
	if w.in == 0 {
		w.in = telegramtest.Group
	}
	if w.want.Channel == "" {
		w.want.Channel = garden
	}
	if w.want.Author.ID == "" {
		w.want.Author = ana
	}
	return w
}

func attached(name, media string) []messages.Attachment {
	return []messages.Attachment{{ID: "F1", Name: name, Type: media, Bytes: 9}}
}

// TestWhatIsHeard: each kind of message as the line it is.
func TestWhatIsHeard(t *testing.T) {
	type M = telegramtest.Message
	channel := M{"id": news, "type": "channel", "title": "the news"}
	for _, tt := range []written{
		{"a mention by username", 0, M{"text": "hi @moth_bot"}, messages.Line{Text: "hi @Moth", Mentions: []messages.PersonID{"7001"}}},
		{"a command for us", 0, M{"text": "/quiet@moth_bot 30m"}, messages.Line{Text: "/quiet 30m", Mentions: []messages.PersonID{"7001"}}},
		{"a photo in two sizes, with a text below", 0, M{"caption": "look", "photo": []M{{"file_id": "F0", "file_size": 1}, file}}, messages.Line{Text: "look", Attachments: attached("photo.jpg", "image/jpeg")}},
		{"a voice message", 0, M{"voice": file}, messages.Line{Attachments: attached("voice.ogg", "audio/ogg")}},
		{"an animation, which is a document, too", 0, M{"animation": file, "document": file}, messages.Line{Attachments: attached("animation.mp4", "video/mp4")}},
		{"a sticker is its emoji", 0, M{"sticker": M{"file_id": "F1", "file_size": 9, "emoji": "👍"}}, messages.Line{Text: "👍", Attachments: attached("sticker.webp", "image/webp")}},
		{"a poll", 0, M{"poll": M{"question": "tea?", "options": []M{{"text": "yes"}, {"text": "no"}}}}, messages.Line{Text: "[poll] tea?\n- yes\n- no"}},
		{"a place on the map", 0, M{"location": M{"latitude": 52.5, "longitude": 13.25}}, messages.Line{Text: "[location] 52.50000, 13.25000"}},
		{"a place with a name", 0, M{"venue": M{"title": "Café", "address": "Main St"}, "location": M{"latitude": 1}}, messages.Line{Text: "[place] Café, Main St"}},
		{"a contact, without the number", 0, M{"contact": M{"first_name": "Bea", "phone_number": "555"}}, messages.Line{Text: "[contact] Bea"}},
		{"dice", 0, M{"dice": M{"emoji": "🎲", "value": 4}}, messages.Line{Text: "🎲 4"}},
		{
			"a reply, with the part that was chosen", 0,
			M{"text": "no", "reply_to_message": M{"message_id": 7, "from": M{"id": 7001, "is_bot": true}}, "quote": M{"text": "all\nof it", "is_manual": true}},
			messages.Line{Text: "> all of it\nno", ReplyTo: messages.Reply{ID: "7", Author: "7001"}},
		},
		{"a part that nobody chose says nothing", 0, M{"text": "no", "quote": M{"text": "all of it"}}, messages.Line{Text: "no"}},
		{
			"in a topic, an answer to nobody", 0,
			M{"text": "hm", "message_thread_id": 5, "is_topic_message": true, "reply_to_message": M{"message_id": 5, "forum_topic_created": M{"name": "moths"}}},
			messages.Line{Text: "hm", Channel: garden + "/5"},
		},
		{
			"a thread of replies outside a forum is no topic", 0,
			M{"text": "hm", "message_thread_id": 5, "reply_to_message": M{"message_id": 5, "from": M{"id": 12, "first_name": "Bob"}}},
			messages.Line{Text: "hm", ReplyTo: messages.Reply{ID: "5", Author: "12"}},
		},
		{
			"an anonymous administrator is the group", 0,
			M{"text": "rules!", "from": M{"id": 1087968824, "is_bot": true, "first_name": "Group"}, "sender_chat": M{"id": telegramtest.Group, "type": "supergroup", "title": "the garden"}, "author_signature": "warden"},
			messages.Line{Text: "rules!", Author: messages.Author{ID: "-1001000000001", Name: "warden"}},
		},
		{"another bot", 0, M{"text": "beep", "from": M{"id": 99, "is_bot": true, "first_name": "Bee"}}, messages.Line{Text: "beep", Author: messages.Author{ID: "99", Name: "Bee", Bot: true}}},
		{
			"a channel's post in its discussion group", 0,
			M{"text": "new!", "from": M{"id": 777000}, "sender_chat": channel, "is_automatic_forward": true, "forward_origin": M{"type": "channel", "chat": channel, "message_id": 3}},
			messages.Line{Text: "new!", Author: messages.Author{ID: "-1001000000003", Name: "the news"}, ExplicitOnly: true},
		},
		{"forwarded from somebody who hides", 0, M{"text": "psst", "forward_origin": M{"type": "hidden_user", "sender_user_name": "Cy"}}, messages.Line{Text: "[forwarded] Cy: psst", ExplicitOnly: true}},
		{"forwarded from a channel", 0, M{"text": "new!", "forward_origin": M{"type": "channel", "chat": channel}}, messages.Line{Text: "[forwarded] the news: new!", ExplicitOnly: true}},
		{"a channel's post", news, M{"text": "new!", "from": nil, "sender_chat": channel}, messages.Line{Text: "new!", Channel: "telegram//-1001000000003", Author: messages.Author{ID: "-1001000000003", Name: "the news"}, ExplicitOnly: true}},
		{"a basic group is the account's own", small, M{"text": "hi"}, messages.Line{Text: "hi", Channel: "telegram/7001/-55"}},
		{"what is old by the time it comes", 0, M{"text": "hi", "date": time.Now().Add(-time.Hour).Unix()}, messages.Line{Text: "hi", Backfilled: true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tt = tt.withDefaults()
			a, s := open(t)
			s.AddChat(telegramtest.Chat{ID: news, Type: "channel", Title: "the news"})
			s.AddChat(telegramtest.Chat{ID: small, Type: "group", Title: "the shed"})
			j := &adaptertest.Taken{}
			listen(t, a, j)
			if by, given := tt.m["from"]; !given {
				tt.m["from"] = s.User(telegramtest.Ana)
			} else if by == nil {
				delete(tt.m, "from")
			}
			id := s.Write(tt.in, tt.m)
			got := *j.Line(t, 1)
			if j.All()[0].Channel != tt.want.Channel || got.ID != lineID(id) || got.Account != "acc" || got.At == 0 {
				t.Errorf("heard %s in %s by %s", got.ID, j.All()[0].Channel, got.Account)
			}
			got.ID, got.Account, got.At = "", "", 0
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("heard\n%+v, want\n%+v", got, tt.want)
			}
		})
	}
}

// TestOwnPostsComeBack: what the account has posted in a channel reaches it in the
// channel's discussion group, and is its own there.
func TestOwnPostsComeBack(t *testing.T) {
	type M = telegramtest.Message
	a, s := open(t)
	s.AddChat(telegramtest.Chat{ID: news, Type: "channel", Title: "the news"})
	j := &adaptertest.Taken{}
	listen(t, a, j)
	made, err := a.Post(t.Context(), messages.Post{ID: "p1", Channel: "telegram//-1001000000003", Text: "new!"})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := strconv.ParseInt(string(made.Line), 10, 64)
	channel := M{"id": news, "type": "channel", "title": "the news"}
	s.Write(telegramtest.Group, M{"text": "new!", "sender_chat": channel, "is_automatic_forward": true, "forward_origin": M{"type": "channel", "chat": channel, "message_id": id}})
	if l := j.Line(t, 1); l.Author.ID != "7001" || l.Nonce != "p1" || !l.Author.Bot {
		t.Errorf("heard %+v, want the account's own post", l)
	}
}

// TestAlbum: pictures that were posted together are one line, and so they are for
// whoever answers, edits or likes one of them.
func TestAlbum(t *testing.T) {
	type M = telegramtest.Message
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	by := s.User(telegramtest.Ana)
	part := func(n string) int64 {
		m := M{"from": by, "media_group_id": "G1", "photo": []M{{"file_id": n}}}
		if n == "F2" {
			m["caption"] = "the two"
		}
		return s.Write(telegramtest.Group, m)
	}
	first, second := part("F1"), part("F2")
	s.Write(telegramtest.Group, M{"from": by, "text": "nice?", "reply_to_message": M{"message_id": second, "from": by}})
	l := j.Line(t, 1)
	if l.ID != lineID(first) || l.Text != "the two" || len(l.Attachments) != 2 {
		t.Errorf("heard %+v, want one line with both", l)
	}
	if l := j.Line(t, 2); l.ReplyTo.ID != lineID(first) {
		t.Errorf("the reply is to %+v, want to the album", l.ReplyTo)
	}
	s.React(telegramtest.Group, second, telegramtest.Bob, nil, []string{"👍"})
	if r := j.Until(t, 3)[2].Event.(messages.Reacted); r.Line != lineID(first) {
		t.Errorf("the reaction is to %s, want to the album", r.Line)
	}
	s.Edit(telegramtest.Group, second, M{"caption": "both"})
	if l := j.Line(t, 4); l.ID != lineID(first) || l.Text != "both" || len(l.Attachments) != 2 {
		t.Errorf("after the edit it is %+v", l)
	}
	part("F3") // late: nobody waits for it any more
	if l := j.Line(t, 5); l.ID != lineID(first) || len(l.Attachments) != 3 {
		t.Errorf("a late part makes it %+v, want a line with all three", l)
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Error("not all was acknowledged")
	}
}

// TestEdits: an edit that changes nothing said is none.
func TestEdits(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	id := s.Say(telegramtest.Group, telegramtest.Ana, "one")
	j.Until(t, 1)
	s.Edit(telegramtest.Group, id, telegramtest.Message{"link_preview_options": telegramtest.Message{}})
	s.Edit(telegramtest.Group, id, telegramtest.Message{"text": "two"})
	if e, ok := j.Until(t, 2)[1].Event.(messages.Edited); !ok || e.Line.Text != "two" || e.Line.ID != lineID(id) {
		t.Errorf("heard %+v, want the line to be two", e)
	}
}

// TestTopics: a reaction is heard in its line's topic, which has a name.
func TestTopics(t *testing.T) {
	type M = telegramtest.Message
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Write(telegramtest.Group, M{"message_id": int64(5), "from": s.User(telegramtest.Ana), "message_thread_id": 5, "is_topic_message": true, "forum_topic_created": M{"name": "moths"}})
	id := s.Write(telegramtest.Group, M{"from": s.User(telegramtest.Ana), "text": "hm", "message_thread_id": 5, "is_topic_message": true})
	s.React(telegramtest.Group, id, telegramtest.Bob, []string{"👎"}, []string{"👍"})
	const topic = garden + "/5"
	events := j.Until(t, 3)
	for n, want := range []messages.Event{
		messages.Reacted{Line: lineID(id), By: messages.Author{ID: "12", Name: "Bob"}, Emoji: "👎", Removed: true},
		messages.Reacted{Line: lineID(id), By: messages.Author{ID: "12", Name: "Bob"}, Emoji: "👍"},
	} {
		if got := events[n+1]; got.Channel != topic || got.Event != want {
			t.Errorf("heard %+v in %s, want %+v in %s", got.Event, got.Channel, want, topic)
		}
	}
	if place, err := a.Describe(t.Context(), topic); err != nil || place != (adapter.Place{Name: "moths", About: "all of us", Kind: "thread"}) {
		t.Errorf("the topic is %+v, %v", place, err)
	}
}

// TestStuckChannel: a channel that isn't taken holds up no other, and nothing that
// wasn't taken is acknowledged.
func TestStuckChannel(t *testing.T) {
	a, s := open(t)
	s.AddChat(telegramtest.Chat{ID: small, Type: "group", Title: "the shed"})
	j := &adaptertest.Taken{}
	j.Answer(func(channel messages.ChannelID, _ messages.Event) error {
		if channel == garden {
			return errors.New("journal is full")
		}
		return nil
	})
	_, stop := listen(t, a, j)
	s.Say(telegramtest.Group, telegramtest.Ana, "stuck 0")
	s.Say(small, telegramtest.Ana, "free 0")
	j.Until(t, 1)
	s.Say(small, telegramtest.Ana, "free 1") // which another poll brings
	s.Say(telegramtest.Group, telegramtest.Ana, "stuck 1")
	j.Until(t, 2)
	if got := s.Waiting(telegramtest.Bot); got != 4 {
		t.Errorf("%d updates wait at Telegram, want all: the first was not taken", got)
	}
	stop()
	j.Answer(nil)
	listen(t, a, j)
	for deadline := time.Now().Add(10 * time.Second); len(j.Texts()) < 6 && time.Now().Before(deadline); {
		j.Until(t, len(j.Texts())+1)
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Errorf("not all was acknowledged: heard %q", j.Texts())
	}
	order := []string{}
	for _, text := range j.Texts() {
		if text == "stuck 0" || text == "stuck 1" {
			order = append(order, text)
		}
	}
	if !reflect.DeepEqual(order, []string{"stuck 0", "stuck 1"}) {
		t.Errorf("heard %q", order)
	}
}

// TestTroubles: whatever comes between, every line is heard once.
func TestTroubles(t *testing.T) {
	for _, tt := range []struct {
		story   string
		trouble func(s *telegramtest.Server)
	}{
		{"the connection breaks", func(s *telegramtest.Server) { s.Cut() }},
		{"a proxy is out of order", func(s *telegramtest.Server) {
			s.Refuse("getUpdates", telegramtest.Refusal{Code: 502, Text: "<html>Bad Gateway", Bare: true})
			s.Cut()
		}},
		{"Telegram wants a pause", func(s *telegramtest.Server) {
			s.Refuse("getUpdates", telegramtest.Refusal{Code: 429, Text: "Too Many Requests: retry after 1", RetryAfter: 1})
			s.Cut()
		}},
		{"an update that says nothing to us", func(s *telegramtest.Server) {
			s.Update(telegramtest.Bot, telegramtest.Message{"guest_message": telegramtest.Message{"x": 1}})
		}},
		{"an update of another form", func(s *telegramtest.Server) {
			s.Update(telegramtest.Bot, telegramtest.Message{"message": []int{1}})
		}},
		{"the numbers begin elsewhere, higher", func(s *telegramtest.Server) { s.Renumber(telegramtest.Bot, 9_000_000) }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			s.Say(telegramtest.Group, telegramtest.Ana, "one")
			j.Until(t, 1)
			s.UntilAcknowledged(telegramtest.Bot)
			tt.trouble(s)
			s.Say(telegramtest.Group, telegramtest.Ana, "two")
			s.Say(telegramtest.Group, telegramtest.Ana, "three")
			j.Until(t, 3)
			if got := j.Texts(); !reflect.DeepEqual(got, []string{"one", "two", "three"}) {
				t.Errorf("heard %q", got)
			}
			if !s.UntilAcknowledged(telegramtest.Bot) {
				t.Error("not all was acknowledged")
			}
		})
	}
}

// TestEnds: what no retry mends ends the account.
func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		story string
		end   func(s *telegramtest.Server)
	}{
		{"the token is revoked", func(s *telegramtest.Server) { s.Revoke(telegramtest.Bot) }},
		{"somebody sets a webhook", func(s *telegramtest.Server) { s.SetWebhook(telegramtest.Bot, "https://example.com/x") }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			ended, _ := listen(t, a, &adaptertest.Taken{})
			s.UntilPolling(1)
			tt.end(s)
			if err := <-ended; !errors.Is(err, adapter.ErrGone) {
				t.Errorf("ended with %v, want ErrGone", err)
			}
		})
	}
}

// TestBurst: a thousand lines at once in many chats are heard in order.
func TestBurst(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	for n := range int64(20) {
		s.AddChat(telegramtest.Chat{ID: -1002000000000 - n, Type: "supergroup", Title: "g"})
	}
	for i := range 50 {
		for n := range int64(20) {
			s.Say(-1002000000000-n, telegramtest.Ana, fmt.Sprintf("%02d", i))
		}
	}
	listen(t, a, j)
	last := map[messages.ChannelID]string{}
	for _, e := range j.Until(t, 1000) {
		text := e.Event.(messages.Heard).Line.Text
		if text <= last[e.Channel] {
			t.Fatalf("%q came after %q in %s", text, last[e.Channel], e.Channel)
		}
		last[e.Channel] = text
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Error("not all was acknowledged")
	}
}

// TestDesk: what people write to a channel is apart from what others write to it.
func TestDesk(t *testing.T) {
	type M = telegramtest.Message
	const desk = -1001000000009
	a, s := open(t)
	s.AddChat(telegramtest.Chat{ID: desk, Type: "supergroup", Title: "the news", Desk: true})
	j := &adaptertest.Taken{}
	listen(t, a, j)
	write := func(by int64, topic int64, text string) int64 {
		return s.Write(desk, M{"from": s.User(by), "text": text, "direct_messages_topic": M{"topic_id": topic}})
	}
	first := write(telegramtest.Ana, 1<<40, "I'll hand in my notice on Friday")
	write(telegramtest.Bob, 12, "hello?")
	s.Write(desk, M{"from": s.User(telegramtest.Bob), "text": "where this stands nobody says"})
	s.React(desk, first, telegramtest.Ana, nil, []string{"👍"})
	s.Edit(desk, first, M{"text": "on Monday"})
	s.React(desk, 99, telegramtest.Ana, nil, []string{"👍"}) // to a line of before
	ana, bob := messages.ChannelID("telegram//-1001000000009.1099511627776"), messages.ChannelID("telegram//-1001000000009.12")
	in := map[messages.ChannelID]int{}
	for _, e := range j.Until(t, 4) {
		in[e.Channel]++
		if h, is := e.Event.(messages.Heard); is && h.Line.DM {
			t.Errorf("%q is taken for a direct message, which whoever administers the channel reads", h.Line.Text)
		}
	}
	if in[ana] != 3 || in[bob] != 1 {
		t.Errorf("heard in %v, want Ana's line, reaction and edit in %s, and Bob's line in %s", in, ana, bob)
	}
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Error("not all was acknowledged")
	}
	made, err := a.Post(t.Context(), messages.Post{ID: "p1", Channel: ana, Text: "all the best"})
	if err != nil || made.Thread != "" {
		t.Fatalf("the answer is %+v, %v", made, err)
	}
	if got := s.Calls("sendMessage")[0].Params; fmt.Sprint(got["direct_messages_topic_id"]) != "1099511627776" || got["message_thread_id"] != nil {
		t.Errorf("posted with %v, want it before Ana alone", got)
	}
	if known, err := a.Members(t.Context(), ana); err != nil || !known.Truncated || known.Humans < 2 {
		t.Errorf("who is there is %+v, %v, want nobody to be taken for alone", known, err)
	}
	if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: ana, On: true}); err != nil || len(s.Calls("sendChatAction")) > 0 {
		t.Errorf("typing was shown, or failed: %v", err)
	}
	for _, wrong := range []messages.ChannelID{"telegram//-1001000000009.", "telegram//-1001000000009.x", "telegram//-1001000000009.-5", "telegram//-1001000000009.5/6"} {
		if _, err := a.Post(t.Context(), messages.Post{ID: "p2", Channel: wrong, Text: "x"}); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("a post to %s: %v, want it refused", wrong, err)
		}
	}
}
