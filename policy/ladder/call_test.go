package ladder

import "testing"

func TestCalled(t *testing.T) {
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
		if got := CompileNames(Auto, "Aria", "나비").Called(Fold(tt.line)); got != tt.want {
			t.Errorf("%q calls: %v, want %v", tt.line, got, tt.want)
		}
	}
	if CompileNames(Auto, "Al").Called(Fold("also, no")) {
		t.Error("al is called by also")
	}
	if !CompileNames(Auto, "Al").Called(Fold("al, no")) {
		t.Error("al is not called by al")
	}
}
