package importer

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// told returns an entry as a test writes it down: channel, id, time, author and
// text, then what is said of it beside.
func told(e corpus.Entry) string {
	l := e.Line
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) %s %s %s: %q", e.Place.Name, e.Place.Channel, l.ID, l.At.Time().Format("01-02 15:04:05"), l.Author.ID, l.Text)
	if l.Author.Name != string(l.Author.ID) {
		fmt.Fprintf(&b, " named %q", l.Author.Name)
	}
	for _, say := range []struct {
		is   bool
		word string
	}{
		{l.Author.Bot, "bot"},
		{l.DM, "dm"},
		{l.Everyone, "everyone"},
		{e.Edited, "edited"},
		{len(l.Roles) > 0, fmt.Sprint("groups ", l.Roles)},
		{len(l.Mentions) > 0, fmt.Sprint("calls ", l.Mentions)},
		{l.ReplyTo.ID != "", fmt.Sprint("answers ", l.ReplyTo.ID)},
		{l.ReplyTo.ThreadRoot, "in thread"},
	} {
		if say.is {
			b.WriteString(", " + say.word)
		}
	}
	return b.String()
}

type form struct {
	says    string
	options Options
	files   map[string]string
	want    []string
}

func (f *form) check(t *testing.T) {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range f.files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var got []string
	if err := readFS(t.Context(), tree, "it", f.options, func(e corpus.Entry) error {
		got = append(got, told(e))
		return nil
	}); err != nil {
		t.Errorf("%s: %v", f.says, err)
		return
	}
	if g, w := strings.Join(got, "\n"), strings.Join(f.want, "\n"); g != w {
		t.Errorf("%s: got\n%s\nwant\n%s", f.says, g, w)
	}
}

func discordText(channel string, messages ...string) string {
	return `{"guild":{"id":"1","name":"Lab"},"channel":` + channel + `,"messages":[` + strings.Join(messages, ",") + `],"messageCount":9}`
}

func discordLine(id int, more string) string {
	return fmt.Sprintf(`{"id":"%d","type":"Default","timestamp":"2025-03-05T10:00:%02d+01:00","timestampEdited":null,"content":"line %d","author":{"id":"7","name":"ana"}%s}`, id, id, id, more)
}

func TestDiscord(t *testing.T) {
	const general = `{"id":"2","type":"GuildTextChat","categoryId":"5","category":"ops","name":"general"}`
	line := func(id int) string {
		return fmt.Sprintf(`Lab/general (discord/1/2) %d 03-05 09:00:%02d 7: "line %d" named "ana"`, id, id, id)
	}
	for _, test := range []form{
		{"parts come by number, and what two of them have comes once", Options{}, map[string]string{
			"Lab - general [2].json":           discordText(general, discordLine(1, ""), discordLine(2, "")),
			"Lab - general [2] [part 10].json": discordText(general, discordLine(5, "")),
			"Lab - general [2] [part 2].json":  discordText(general, discordLine(2, ""), discordLine(3, ""), discordLine(4, "")),
		}, []string{line(1), line(2), line(3), line(4), line(5)}},
		{"what lies between two files is in neither", Options{}, map[string]string{
			"april.json": discordText(general, discordLine(7, ""), discordLine(8, "")),
			"july.json":  discordText(general, discordLine(1, "")),
			"may.json":   discordText(general, discordLine(4, "")),
		}, []string{line(7), line(8), line(1), line(4)}},
		{"a thread is a channel of its own, of that room; other files are passed over", Options{}, map[string]string{
			"Lab/Lab - general [2].json":          discordText(general, discordLine(1, "")),
			"Lab/Lab - general - disks [9].json":  discordText(`{"id":"9","type":"GuildPublicThread","categoryId":"2","category":"general","name":"disks"}`, discordLine(2, "")),
			"Lab/Lab - general - again [10].json": discordText(`{"id":"10","type":"11","categoryId":2,"category":"general","name":"disks"}`, discordLine(3, "")),
			"Lab/emoji/moth.json":                 `{"frames": []}`,
			"Lab/.hidden.json":                    "{",
		}, []string{
			`Lab/general/disks (discord/1/2/10) 3 03-05 09:00:03 7: "line 3" named "ana"`,
			`Lab/general/disks [discord/1/2/9] (discord/1/2/9) 2 03-05 09:00:02 7: "line 2" named "ana"`,
			line(1),
		}},
		{"a direct chat has no guild; notices of the network and empty previews are no lines", Options{}, map[string]string{
			"dm.json": strings.Replace(discordText(`{"id":"3","type":"DirectTextChat","name":"ana"}`,
				strings.Replace(discordLine(1, ""), "Default", "ChannelPinnedMessage", 1), strings.Replace(discordLine(2, ""), "Default", "20", 1)), `"id":"1","name":"Lab"`, `"id":"0","name":"Direct Messages"`, 1),
		}, []string{`Direct Messages/ana (discord//3) 2 03-05 09:00:02 7: "line 2" named "ana", dm`}},
		{"a reply names whom it answers only if the text does; a forward is no reply", Options{Bots: []messages.PersonID{"7"}}, map[string]string{
			"a.json": discordText(general,
				strings.Replace(discordLine(1, `,"mentions":[{"id":"8","name":"bo","nickname":"Bo"},{"id":"9","name":"cy"}],"reference":{"type":"Default","messageId":"0"}`), `"Default","timestamp`, `"Reply","timestamp`, 1),
				strings.Replace(discordLine(2, `,"mentions":[{"id":"8","name":"bo"}],"reference":{"messageId":"1"},"timestampEdited":"x"`), "line 2", "hi <@8>", 1),
				strings.Replace(discordLine(3, `,"reference":{"type":"Forward","messageId":"1"},"forwardedMessage":{"content":"old"}`), `"line 3"`, `""`, 1)),
		}, []string{
			line(1) + ", bot, answers 0",
			`Lab/general (discord/1/2) 2 03-05 09:00:02 7: "hi <@8>" named "ana", bot, edited, calls [8]`,
			`Lab/general (discord/1/2) 3 03-05 09:00:03 7: "old" named "ana", bot`,
		}},
	} {
		test.check(t)
	}
}

func TestSlack(t *testing.T) {
	const users = `[{"id":"U1","team_id":"T1","name":"ana","profile":{"display_name":"Ana"}},{"id":"U2","name":"moth","is_bot":true}]`
	for _, test := range []form{
		{"a day is sorted, a thread is a channel, a broadcast comes once", Options{}, map[string]string{
			"x/users.json": users, "x/channels.json": `[{"id":"C1","name":"general"}]`, "x/integration_logs.json": "[]",
			"x/general/2025-03-05.json": `[{"type":"message","user":"U1","ts":"1741219300.000000","text":"late"},
				{"type":"message","user":"U2","ts":"1741219200.000200","thread_ts":"1741219200.000100","parent_user_id":"U1","text":"yes"},
				{"type":"message","user":"U2","subtype":"thread_broadcast","ts":"1741219200.000200","thread_ts":"1741219200.000100","text":"yes"},
				{"type":"message","user":"U1","ts":"1741219200.000100","thread_ts":"1741219200.000100","text":"early"},
				{"type":"message","subtype":"channel_topic","user":"U1","ts":"1741219200.000300","text":"no line"}]`,
		}, []string{
			`general (slack/T1/C1) 1741219200.000100 03-06 00:00:00 U1: "early" named "Ana"`,
			`general/1741219200.000100 (slack/T1/C1/1741219200.000100) 1741219200.000200 03-06 00:00:00 U2: "yes" named "moth", bot, answers 1741219200.000100, in thread`,
			`general (slack/T1/C1) 1741219300.000000 03-06 00:01:40 U1: "late" named "Ana"`,
		}},
		{"a direct chat's folder is its id; markup reads as people see it", Options{}, map[string]string{
			"users.json": users, "dms.json": `[{"id":"D1","members":["U1","U2"]}]`,
			"D1/2025-03-05.json": `[{"type":"message","bot_id":"B1","subtype":"bot_message","username":"Ledger","ts":"1741219200.000100","edited":{"ts":"1"},
				"text":"<@U1> &lt;b&gt; <!here> <!subteam^S1|@ops> <https://a.b/c|see> <#C9|den> <@U1> <x"}]`,
		}, []string{`D1 (slack/T1/D1) 1741219200.000100 03-06 00:00:00 B1: "@Ana <b> @here @ops see (https://a.b/c) #den @Ana <x" named "Ledger", bot, dm, everyone, edited, groups [S1], calls [U1]`}},
	} {
		test.check(t)
	}
}

func TestTelegram(t *testing.T) {
	for _, test := range []form{
		{"a full export has many chats; escapes that are none of JSON's go, those that are stay", Options{Same: map[messages.PersonID]messages.PersonID{"@moth_bot": "user9"}}, map[string]string{
			"result.json": `{"about":"x","personal_information":{"user_id":1},"chats":{"about":"y","list":[
				{"name":"Bo","type":"personal_chat","id":5,"messages":[{"id":1,"type":"message","date_unixtime":"1741219200","from":"Bo","from_id":"user2","text":"a\x01b \\x41 \"c\x1F"}]},
				{"name":"lab","type":"private_group","id":6,"messages":[{"id":1,"type":"service","date_unixtime":"1","text":""},
				{"id":2,"type":"message","date_unixtime":"1741219200","from":null,"from_id":"user3","edited":"x","reply_to_message_id":1,"text":["hi ",{"type":"mention","text":"@Moth_Bot"}],"text_entities":[{"type":"mention","text":"@Moth_Bot"},{"type":"mention_name","text":"Cy","user_id":4}]},
				{"id":3,"type":"message","date_unixtime":"1741219200","from":"Bo","from_id":"user2","reply_to_message_id":1,"reply_to_peer_id":"channel8","text":"elsewhere"}]}]},
				"left_chats":{"list":[{"name":"old","type":"private_group","id":8,"messages":[{"id":9,"type":"message","date":"2020-01-01T12:00:00","from":"Bo","from_id":2,"text":[]}]}]}}`,
		}, []string{
			`Bo (telegram//5) 1 03-06 00:00:00 2: "ab \\x41 \"c" named "Bo", dm`,
			`lab (telegram//-6) 2 03-06 00:00:00 3: "hi @Moth_Bot", edited, calls [9 4], answers 1`,
			`lab (telegram//-6) 3 03-06 00:00:00 2: "elsewhere" named "Bo"`,
			`old (telegram//-8) 9 01-01 12:00:00 2: "" named "Bo"`,
		}},
		{"a forum's topics are threads; in one only an answer to somebody is one; a channel's own words are the channel's", Options{Bots: []messages.PersonID{"user2"}}, map[string]string{
			"result.json": `{"name":"lab","type":"public_supergroup","id":7,"messages":[
				{"id":1,"type":"service","action":"topic_created","title":"Moths","date_unixtime":"1741219200","text":""},
				{"id":2,"type":"message","date_unixtime":"1741219200","from":"Ana","from_id":"user1","text":"in general"},
				{"id":3,"type":"message","date_unixtime":"1741219200","from":"Bo","from_id":"user2","reply_to_message_id":1,"text":"of moths"},
				{"id":4,"type":"message","date_unixtime":"1741219200","from":"Ana","from_id":"user1","reply_to_message_id":3,"text":"yes"},
				{"id":5,"type":"message","date_unixtime":"1741219200","from":"Ana","from_id":"user1","reply_to_message_id":2,"text":"again"},
				{"id":6,"type":"message","date_unixtime":"1741219200","from":"News","from_id":"channel9","reply_to_message_id":3,"reply_to_peer_id":"channel8","text":"elsewhere"}]}`,
		}, []string{
			`lab (telegram//-1007) 2 03-06 00:00:00 1: "in general" named "Ana"`,
			`lab/Moths (telegram//-1007/1) 3 03-06 00:00:00 2: "of moths" named "Bo", bot`,
			`lab/Moths (telegram//-1007/1) 4 03-06 00:00:00 1: "yes" named "Ana", answers 3`,
			`lab (telegram//-1007) 5 03-06 00:00:00 1: "again" named "Ana", answers 2`,
			`lab (telegram//-1007) 6 03-06 00:00:00 -1009: "elsewhere" named "News"`,
		}},
	} {
		test.check(t)
	}
}

func TestElement(t *testing.T) {
	event := func(id, content string) string {
		return `{"type":"m.room.message","sender":"@ana:x","event_id":"` + id + `","room_id":"!r:x","origin_server_ts":1741219200000,"content":{"msgtype":"m.text",` + content + `}}`
	}
	for _, test := range []form{
		{"the last edit of the author counts, a deleted message is no line, a thread is a channel", Options{}, map[string]string{
			"export.json": `{"room_name":"den","room_creator":"Ana","exported_by":"Ana","messages":[` + strings.Join([]string{
				event("$1", `"body":"first"`),
				event("$2", `"body":"* second","m.new_content":{"body":"second"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}`),
				event("$3", `"body":"* third","m.new_content":{"body":"third"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}`),
				strings.Replace(event("$4", `"body":"* forged","m.new_content":{"body":"forged"},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}`), "@ana", "@eve", 1),
				`{"type":"m.room.message","sender":"@bo:x","event_id":"$5","content":{}}`,
				event("$6", `"body":"> <@bo:x> hi\n> there\n\nmy answer","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}`),
				event("$7", `"body":"in it","m.mentions":{"room":true},"m.relates_to":{"rel_type":"m.thread","event_id":"$1","is_falling_back":true,"m.in_reply_to":{"event_id":"$6"}}`),
			}, ",") + `]}`,
		}, []string{
			`den (matrix//!r:x) $1 03-06 00:00:00 @ana:x: "third" named "ana", edited`,
			`den (matrix//!r:x) $6 03-06 00:00:00 @ana:x: "my answer" named "ana", answers $1`,
			`den/$1 (matrix//!r:x/$1) $7 03-06 00:00:00 @ana:x: "in it" named "ana", everyone`,
		}},
	} {
		test.check(t)
	}
}

func TestJSONL(t *testing.T) {
	const said = `{"ch":"den","kind":"channel"}
{"ch":"den","id":"1","ts":"2025-03-05T10:00:00Z","kind":"message","author":"Moth","uid":"moth","text":"hi","addressees":["@bo"]}
{"ch":"den","id":"2","ts":"2025-03-05T10:00:01Z","kind":"message","author":"Bo","uid":"@bo","text":"hi moth","reply":"1","reply_uid":"moth"}
`
	for _, test := range []form{
		{"it stays as it is", Options{}, map[string]string{"den.jsonl": said}, []string{
			`den (irc//den) 1 03-05 10:00:00 moth: "hi" named "Moth", calls [@bo]`,
			`den (irc//den) 2 03-05 10:00:01 @bo: "hi moth" named "Bo", answers 1`,
		}},
		{
			"people may be told of here, too",
			Options{Bots: []messages.PersonID{"moth"}, Same: map[messages.PersonID]messages.PersonID{"@bo": "user7"}},
			map[string]string{"den.jsonl": said},
			[]string{
				`den (irc//den) 1 03-05 10:00:00 moth: "hi" named "Moth", bot, calls [user7]`,
				`den (irc//den) 2 03-05 10:00:01 user7: "hi moth" named "Bo", answers 1`,
			},
		},
	} {
		test.check(t)
	}
}

func TestIRC(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []form{
		{"days come in order, renames are followed over them, colours go", Options{}, map[string]string{
			"libera/#den/2025-03-06.log": "[10:00:00] <bo_away> back\n[10:00:01] <ana> bo_away: hi\n",
			"libera/#den/2025-03-05.log": "[10:00:00] *** Joins: cy (c@h)\n[10:00:00] <Bo> \x0304,01red\x03 \x02bold\x02\n[10:00:01] *** Bo is now known as bo_away\n[10:00:02] * bo_away naps\n[10:00:03] -cy- notice: x\n",
		}, []string{
			`libera/#den (irc/libera/#den) 2025-03-05.log:2 03-05 10:00:00 bo: "red bold" named "Bo"`,
			`libera/#den (irc/libera/#den) 2025-03-05.log:4 03-05 10:00:02 bo: "* bo_away naps" named "bo_away"`,
			`libera/#den (irc/libera/#den) 2025-03-05.log:5 03-05 10:00:03 cy: "notice: x"`,
			`libera/#den (irc/libera/#den) 2025-03-06.log:1 03-06 10:00:00 bo: "back" named "bo_away"`,
			`libera/#den (irc/libera/#den) 2025-03-06.log:2 03-06 10:00:01 ana: "bo_away: hi", calls [bo]`,
		}},
		{"a clock of twelve hours without am and pm", Options{}, map[string]string{
			"2007/04/27/#ubuntu.txt": "[12:05] <ana> after midnight\n[01:00] <bo> night\n[11:00] <ana> morning\n[12:10] <bo> noon\n[01:00] <ana> bo: lunch\n",
		}, []string{
			`#ubuntu (irc//#ubuntu) #ubuntu.txt:1 04-27 00:05:00 ana: "after midnight"`,
			`#ubuntu (irc//#ubuntu) #ubuntu.txt:2 04-27 01:00:00 bo: "night"`,
			`#ubuntu (irc//#ubuntu) #ubuntu.txt:3 04-27 11:00:00 ana: "morning"`,
			`#ubuntu (irc//#ubuntu) #ubuntu.txt:4 04-27 12:10:00 bo: "noon"`,
			`#ubuntu (irc//#ubuntu) #ubuntu.txt:5 04-27 13:00:00 ana: "bo: lunch", calls [bo]`,
		}},
		{"a folder for each day: files of one name are told apart by it", Options{}, map[string]string{
			"2008/04/27/#ubuntu.txt": "[10:00] <ana> hi\n",
			"2008/04/28/#ubuntu.txt": "[10:00] <ana> hi again\n",
			"2008/04/28/#den.txt":    "[10:00] <ana> elsewhere\n",
		}, []string{
			`#den (irc//#den) #den.txt:1 04-28 10:00:00 ana: "elsewhere"`,
			`#ubuntu (irc//#ubuntu) 2008/04/27/#ubuntu.txt:1 04-27 10:00:00 ana: "hi"`,
			`#ubuntu (irc//#ubuntu) 2008/04/28/#ubuntu.txt:1 04-28 10:00:00 ana: "hi again"`,
		}},
		{"on a clock of twelve hours a day that is said begins in the morning", Options{}, map[string]string{
			"#den.log": "--- Log opened Wed Mar 05 09:00:00 2025\n11:00 <ana> a\n01:00 <ana> b\n--- Day changed Thu Mar 06 2025\n09:00 <ana> c\n02:00 <ana> d\n--- Day changed Fri Mar 07 2025\n08:00 <ana> e\n",
		}, []string{
			`#den (irc//#den) #den.log:2 03-05 11:00:00 ana: "a"`,
			`#den (irc//#den) #den.log:3 03-05 13:00:00 ana: "b"`,
			`#den (irc//#den) #den.log:5 03-06 09:00:00 ana: "c"`,
			`#den (irc//#den) #den.log:6 03-06 14:00:00 ana: "d"`,
			`#den (irc//#den) #den.log:8 03-07 08:00:00 ana: "e"`,
		}},
		{"a zone's times, and a clock set back stands still", Options{Zone: berlin}, map[string]string{
			"#den.2024-10-27.log": "[01:30:00] <ana> a\n[03:59:00] <ana> b\n[03:10:00] <ana> c\n",
		}, []string{
			`#den (irc//#den) #den.2024-10-27.log:1 10-26 23:30:00 ana: "a"`,
			`#den (irc//#den) #den.2024-10-27.log:2 10-27 02:59:00 ana: "b"`,
			`#den (irc//#den) #den.2024-10-27.log:3 10-27 02:59:00 ana: "c"`,
		}},
		{"irssi says its days; bytes that are no text, and who is unknown, call nobody", Options{}, map[string]string{
			"#den.log": "--- Log opened Wed Mar 05 23:50:00 2025\n23:59 <@ana> \xff note: this\n--- Day changed Thu Mar 06 2025\n00:01 < bo> std::move\n00:02  * ana waves\n",
		}, []string{
			`#den (irc//#den) #den.log:2 03-05 23:59:00 ana: "` + "\uFFFD" + ` note: this"`,
			`#den (irc//#den) #den.log:4 03-06 00:01:00 bo: "std::move"`,
			`#den (irc//#den) #den.log:5 03-06 00:02:00 ana: "* ana waves"`,
		}},
	} {
		test.check(t)
	}
}

// readFS is [Read] of a tree of files; name is what errors call it.
func readFS(ctx context.Context, tree fs.FS, name string, o Options, emit func(corpus.Entry) error) error {
	s := &source{name: name, tree: tree}
	if err := s.walk(); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return read(ctx, s, o, emit)
}
