package wire

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestReadCQ(t *testing.T) {
	for _, tt := range []struct {
		story, text string
		want        Content
	}{
		{"text alone", "你好", Content{Text("你好")}},
		{"a mention between texts", "a [CQ:at,qq=10001] b", Content{Text("a "), At("10001"), Text(" b")}},
		{"what is escaped is text", "&#91;CQ:at,qq=all&#93; &amp;", Content{Text("[CQ:at,qq=all] &")}},
		{"a value with a comma", "[CQ:share,title=a&#44;b]", Content{{"share", Data{"title": "a,b"}}}},
		{"a code that doesn't end", "x [CQ:at,qq=1", Content{Text("x [CQ:at,qq=1")}},
		{"no code at all", "[CQ:] [CQ:a b]", Content{Text("[CQ:] [CQ:a b]")}},
		{"nothing", "", nil},
	} {
		if got := readCQ(tt.text); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.story, got, tt.want)
		}
	}
}

func TestContent(t *testing.T) {
	for _, tt := range []struct {
		story, data string
		want        Content
	}{
		{"segments", `[{"type":"at","data":{"qq":10001}},{"type":"text","data":{"text":"hi"}}]`, Content{At("10001"), Text("hi")}},
		{"one alone", `{"type":"text","data":{"text":"hi"}}`, Content{Text("hi")}},
		{"a string", `"hi"`, Content{Text("hi")}},
		{"what is no segment is left out", `[3,{"type":"text","data":{"text":"hi","x":{}}}]`, Content{Text("hi")}},
	} {
		var got Content
		if err := json.Unmarshal([]byte(tt.data), &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, %v, want %+v", tt.story, got, err, tt.want)
		}
	}
}

// FuzzCQ: what is escaped comes back, as text and as a value.
func FuzzCQ(f *testing.F) {
	for _, seed := range []string{"", "a [CQ:at,qq=all] b", "&amp;#91;", "a,b=c]&["} {
		f.Add(seed)
	}
	escaped := strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;")
	inCode := strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;", ",", "&#44;")
	f.Fuzz(func(t *testing.T, text string) {
		readCQ(text)
		if got := readCQ(escaped.Replace(text)); text != "" && !reflect.DeepEqual(got, Content{Text(text)}) {
			t.Errorf("%q came back as %+v", text, got)
		}
		if got := readCQ("[CQ:share,title=" + inCode.Replace(text) + "]"); len(text) < codeMost/8 && (len(got) != 1 || got[0].Data["title"] != text) {
			t.Errorf("the value %q came back as %+v", text, got)
		}
	})
}

// FuzzDecodeFrame: whatever comes, ids are numbers and texts are texts.
func FuzzDecodeFrame(f *testing.F) {
	for _, seed := range []string{
		`{"post_type":"message","message_type":"group","message_id":"-7","message":[{"type":"text","data":{"text":"x"}}]}`,
		`{"post_type":"message","message":"[CQ:at,qq=all]"}`, `{"status":"failed","retcode":1200,"echo":"1"}`, `[]`, `{"post_type":"message","message":[[]]}`,
		`{"post_type":"notice","notice_type":"group_msg_emoji_like","group_id":1,"user_id":2,"message_id":3,"likes":[{"emoji_id":"128077","count":1}],"is_add":false}`,
		`{"post_type":"notice","notice_type":"reaction","sub_type":"remove","operator_id":2,"message_id":3,"code":"76"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		frame, err := DecodeFrame(raw)
		if err != nil || frame.Event == nil {
			return
		}
		if _, err := json.Marshal(frame.Event.ID); err != nil && frame.Event.ID != "" {
			t.Error(err)
		}
		for _, s := range frame.Event.Content {
			if s.Type == "" || !utf8.ValidString(s.Data["text"]) {
				t.Errorf("segment %+v", s)
			}
		}
	})
}
