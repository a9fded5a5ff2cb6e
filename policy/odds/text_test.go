package odds

import (
	"strings"
	"testing"
)

func TestReadText(t *testing.T) {
	for _, tt := range []struct {
		what, text string
		want       Signs // its Content is compared by its count below
		content    int
	}{
		{"an empty line says nothing", "", Signs{}, 0},
		{"signs alone are no words", "?!  ...", Signs{}, 0},
		{"nor are wide signs", "hm。！", Signs{Length: 1, Ack: true}, 0},
		{"a question begins like one", "how do i install this", Signs{Length: 5, Asks: true}, 1},
		{"a word with an apostrophe is one", "what's up", Signs{Length: 2, Asks: true}, 1},
		{"thanks at the head", "thanks!", Signs{Length: 1, Thanks: true}, 1},
		{"thanks a little later", "ah ok cool thx", Signs{Length: 4, Thanks: true, Ack: true}, 0},
		{"thanks at the end of a long line are said in passing", "it works with the newest kernel thanks", Signs{Length: 7}, 4},
		{"a call of somebody", "ben: look", Signs{Length: 2, Calls: true}, 0},
		{"a call with a comma", "ben, look", Signs{Length: 2, Calls: true}, 0},
		{"an address on the web is no call", "http://example.org", Signs{Length: 3}, 1},
		{"an item of a list is no call", "a, b", Signs{Length: 2}, 0},
		{"a yes and a comma is no call", "yes, look", Signs{Length: 2, Ack: true}, 0},
		{"nor is a question word", "what, again", Signs{Length: 2, Asks: true}, 1},
		{"thanks in another script", "спасибо, помогло", Signs{Length: 2, Thanks: true, Calls: true}, 2},
		{"a Chinese question", "这个驱动怎么安装", Signs{Length: 4, Asks: true}, 2},
		{"what two characters say isn't what one giant word says", "新的驱动", Signs{Length: 2}, 1},
		{"a call by a wide comma", "小明，驱动好了", Signs{Length: 3, Calls: true}, 1},
		{"a clause before one is no call", "昨天我去了公司，然后下雨了", Signs{Length: 7}, 3},
		{"a Japanese name with its title", "アリアさん、見て", Signs{Length: 4, Calls: true}, 1},
		{"Japanese thanks after a yes", "はい、ありがとう", Signs{Length: 3, Thanks: true, Ack: true}, 0},
		{"a Korean question known by its end", "드라이버가 깔리나요 안 되나요", Signs{Length: 4, Asks: true}, 3},
		{"a Korean yes before laughter", "네ㅋㅋ", Signs{Length: 2, Ack: true}, 0},
		{"only letters count of a script that takes two bytes for each", "это мой драйвер", Signs{Length: 3}, 1},
		{"only the first part of a long line is read", strings.Repeat("a ", 1000), Signs{Length: 255}, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got := ReadText(tt.text)
			if n := got.Content.Count(); n != tt.content {
				t.Errorf("%d longer words, want %d", n, tt.content)
			}
			if got.Content = (Words{}); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestCalled(t *testing.T) {
	for _, tt := range []struct {
		what, text, want string // "" : nobody
		head             bool
	}{
		{"a name at the head", "mindspin: look", "mindspin", true},
		{"its beginning does, before a colon or comma", "mind, look", "mindspin", true},
		{"so does a longer form of a name", "benno_away: look", "benno", true},
		{"two letters are too few", "mi: look", "", false},
		{"without a sign it must be whole", "mind the gap", "", false},
		{"whole it need not be at the head", "i think mindspin knows", "mindspin", false},
		{"a short name in the middle may be any word", "i saw al there", "", false},
		{"at the head a short name counts with its sign", "kim: look", "kim", true},
		{"of several with that beginning the last to speak", "ann: look", "annika", true},
		{"nobody calls themselves", "ana says so: look", "", false},
		{"the first of two in the middle", "ask benno or mindspin", "benno", false},
		{"a Chinese name within a stretch", "我觉得小明知道", "小明", false},
		{"at its head", "小明你看", "小明", true},
		{"before a wide comma", "小明，你看", "小明", true},
		{"a Japanese name with its title", "アリアさん、見て", "アリア", true},
		{"a Korean name with a particle", "그건 나비가 알아", "나비", false},
		{"at the head with its title", "나비님, 봐주세요", "나비", true},
		{"but not a word that begins like it", "그건 나비넥타이야", "", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var k talk
			k.play(t, "mindspin: hi", "benno: hi", "al: hi", "kim: hi", "anneke: hi", "annika: hi", "小明: 好", "アリア: はい", "나비: 네", "ana: "+tt.text)
			l := heard(&k.room, author("ana"), tt.text, nil, k.now)
			want := Key(0)
			if tt.want != "" {
				want = KeyOf(author(tt.want).ID)
			}
			if l.Called != want || l.Head != tt.head {
				t.Errorf("got %x at the head %v, want %s (%x) %v", l.Called, l.Head, tt.want, want, tt.head)
			}
		})
	}
}

func TestWords(t *testing.T) {
	card := WordsOf("a gardener who loves kernels and small drivers")
	line := ReadText("which kernels have small drivers").Content
	if n := line.shared(&card, &noWords); n != 3 {
		t.Errorf("shares %d words, want kernels, small and drivers", n)
	}
	var lines Words
	for i := range 200 {
		more := WordsOf("line" + strings.Repeat(string(rune('a'+i%26)), 1+i/26))
		lines.join(&more)
		if lines.Count() > wordsMost {
			t.Fatalf("after %d lines the set holds %d marks, want at most %d", i+1, lines.Count(), wordsMost)
		}
	}
}
