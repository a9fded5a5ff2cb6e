package cues

import "testing"

func TestTitle(t *testing.T) {
	for _, tt := range []struct{ after, want string }{
		{"さん、これ", "さん"},
		{"ちゃん", "ちゃん"},
		{"님 이거", "님"},
		{"선생님, 이거", "선생님"},
		{"老师，您好", "老师"},
		{"が来た", ""},
		{", look", ""},
		{"", ""},
	} {
		if got := tt.after[:Title(tt.after)]; got != tt.want {
			t.Errorf("a name before %q has the title %q, want %q", tt.after, got, tt.want)
		}
	}
}

// TestBegins: which words of Hangul are a name.
func TestBegins(t *testing.T) {
	for _, tt := range []struct {
		word string
		want bool
	}{
		{"나비", true},
		{"나비야", true},
		{"나비는", true},
		{"나비님한테", true},
		{"나비넥타이", false},
		{"나", false},
	} {
		if got := Begins(tt.word, "나비"); got != tt.want {
			t.Errorf("%q is the name: %v, want %v", tt.word, got, tt.want)
		}
	}
}

func TestStem(t *testing.T) {
	for word, want := range map[string]string{"드라이버가": "드라이버", "서버에서": "서버", "커피": "커피", "우리도": "우리", "이거": "이거"} {
		if got := Stem(word); got != want {
			t.Errorf("the stem of %q is %q, want %q", word, got, want)
		}
	}
}

func TestUnaccented(t *testing.T) {
	for text, want := range map[string]string{
		"José": "Jose", "qué": "que", "ёлка": "елка", "андрей": "андрей", "garçon": "garcon",
		"がぎぐ": "がぎぐ", "한국어": "한국어", "plain": "plain", "Jose\u0301": "Jose",
	} {
		if got := Unaccented(text); got != want {
			t.Errorf("%q without accents is %q, want %q", text, got, want)
		}
	}
}
