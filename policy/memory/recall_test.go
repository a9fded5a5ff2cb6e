package memory

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// TestRecallByWords measures how often what is asked for is among the first four that come
// to mind by words, in three languages: asked in words of the note, and in others that mean
// the same. The second is what vectors are for; a stand-in for those can't show how good
// they are, so that isn't measured here.
func TestRecallByWords(t *testing.T) {
	type asked struct{ note, same, other string }
	for _, tt := range []struct {
		language    string
		least, most int // found of those asked in the same words, and at most in other words
		all         []asked
	}{
		{"English", 9, 3, []asked{
			{"lives in Bergen by the harbour", "who lives near the harbour?", "which of you are at the coast?"},
			{"works as a nurse on night shifts", "who works on night shifts?", "anybody here from a hospital?"},
			{"keeps bees on the roof", "whose bees are those?", "who has insects at home?"},
			{"plays the zither in an orchestra", "who plays the zither?", "any musicians?"},
			{"is allergic to peanuts", "who is allergic to something?", "what mustn't I cook?"},
			{"has a dog called Biscuit", "what is the name of the dog?", "any pets?"},
			{"is learning Portuguese for a trip", "who is learning Portuguese?", "what languages do people study?"},
			{"broke a leg while skiing", "who broke a leg?", "somebody hurt themselves, who?"},
			{"runs a small bookshop", "who runs the bookshop?", "where can I buy novels?"},
			{"is getting married in June", "who is getting married?", "is there a wedding?"},
		}},
		{"Chinese", 9, 3, []asked{
			{"住在海边的卑尔根", "谁住在海边？", "哪位在沿海城市？"},
			{"是医院的夜班护士", "谁上夜班？", "有人做医疗工作吗？"},
			{"在屋顶上养蜜蜂", "谁养蜜蜂？", "谁家里有昆虫？"},
			{"在乐团里弹古筝", "谁会弹古筝？", "有音乐家吗？"},
			{"对花生过敏", "谁对花生过敏？", "做饭要避开什么？"},
			{"有一只叫饼干的狗", "那只狗叫什么？", "有宠物吗？"},
			{"为了旅行在学葡萄牙语", "谁在学葡萄牙语？", "大家会什么外语？"},
			{"滑雪时摔断了腿", "谁摔断了腿？", "有人受伤了吗？"},
			{"开了一家小书店", "书店是谁开的？", "哪里可以买小说？"},
			{"六月要结婚", "谁要结婚？", "有婚礼吗？"},
		}},
		{"Japanese", 9, 3, []asked{
			{"港の近くのベルゲンに住んでいる", "港の近くに住んでいるのは誰？", "海沿いの人はいる？"},
			{"病院で夜勤の看護師をしている", "夜勤をしているのは誰？", "医療関係の人は？"},
			{"屋根の上でミツバチを飼っている", "ミツバチを飼っているのは誰？", "虫が好きな人は？"},
			{"オーケストラでツィターを弾く", "ツィターを弾くのは誰？", "音楽家はいますか？"},
			{"ピーナッツのアレルギーがある", "アレルギーがあるのは誰？", "料理で避けるものは？"},
			{"ビスケットという犬を飼っている", "犬の名前は？ビスケット？", "ペットは？"},
			{"旅行のためにポルトガル語を勉強中", "ポルトガル語を勉強しているのは誰？", "外国語ができる人は？"},
			{"スキーで足を骨折した", "骨折したのは誰？", "怪我をした人は？"},
			{"小さな本屋をやっている", "本屋をやっているのは誰？", "小説はどこで買える？"},
			{"六月に結婚する", "結婚するのは誰？", "お祝いはいつ？"},
		}},
	} {
		var s Store
		for k, a := range tt.all {
			about := messages.PersonID(fmt.Sprint("p", k))
			takeAll(&s, MaxKept, item(a.note, about, 1, 90, messages.LineID(fmt.Sprint(k))))
		}
		found := func(query, note string) bool {
			for _, m := range s.Recall([]string{query}, nil, 4) {
				if m.Text == note {
					return true
				}
			}
			return false
		}
		same, other := 0, 0
		for _, a := range tt.all {
			if found(a.same, a.note) {
				same++
			} else {
				t.Logf("%s: %q isn't found by %q", tt.language, a.note, a.same)
			}
			if found(a.other, a.note) {
				other++
			}
		}
		t.Logf("%s: recall@4 by words: %d of %d in the same words, %d in others", tt.language, same, len(tt.all), other)
		if same < tt.least || other > tt.most {
			t.Errorf("%s: found %d in the same words and %d in others, want at least %d and at most %d", tt.language, same, other, tt.least, tt.most)
		}
	}
}
