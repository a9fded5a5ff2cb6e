package ladder

import "testing"

func TestCalled(t *testing.T) {
	names := CompileNames(Auto, "Aria", "나비")
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"Aria, look", true},
		{"aria: look", true},
		{"@Aria look!", false},
		{"Aria?", true},
		{"Aria", true},
		{"Aria what eats moths?", true},
		{"hi Aria and Pip, look", true},
		{"what now, Aria?", true},
		{"what now? @aria", true},
		{"小明，你好", false},
		{"나비야 뭐해?", true},
		{"나비, 뭐해", true},
		{"Aria said so yesterday", false},
		{"what does Aria eat?", false},
		{"I have asked Aria", false},
		{"yesterday at the lamp I met Aria, who was late", false},
		{"Ariadne, look", true}, // a name of three letters is one inside a word, too
		{"thanks", false},
		{"", false},
	} {
		if got := names.Called(Fold(tt.line)); got != tt.want {
			t.Errorf("%q calls: %v, want %v", tt.line, got, tt.want)
		}
	}
	names = CompileNames(Auto, "アリア", "小明", "나비", "José", "Алёна")
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"アリアさん、これ分かりますか", true},
		{"ねえアリアちゃん、見て", true},
		{"アリアさん 見て", true},
		{"アリアさんはどう思う？", true},
		{"アリアさんは来ますか", true},
		{"どう思う？アリアさん", true},
		{"昨日アリアに聞いたけど、動かない", false},
		{"アリアさんが来た", false},
		{"＠アリア、見て", true},
		{"小明，你看", true},
		{"小明老师，您好", true},
		{"小明你看一下", true},
		{"小明 看一下", true},
		{"昨天我问了小明他们，不知道", false},
		{"小明说他不来", false},
		{"나비님 이거 봐주세요", true},
		{"나비야", true},
		{"나비가 왔어요", false},
		{"나비님이 왔어요", false},
		{"josé, mira", true},
		{"¿qué opinas, jose?", true},
		{"алена, привет", true},
		{"спроси у алёны, она знает", false},
	} {
		if got := names.Called(Fold(tt.line)); got != tt.want {
			t.Errorf("%q calls: %v, want %v", tt.line, got, tt.want)
		}
	}
	al := CompileNames(Auto, "Al")
	if al.Called(Fold("also, no")) {
		t.Error("al is called by also")
	}
	if !al.Called(Fold("al, no")) {
		t.Error("al is not called by al")
	}
}
