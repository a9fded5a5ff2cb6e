package language

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// small are the commonest small words of languages in Latin letters: articles,
// pronouns, forms of "to be", and what chat is full of. A word may be several
// languages'. The order of the languages is that of the bits in marks.
var small = []struct {
	language Language
	words    string
}{
	{"en", "the and is are was you it that this of to in for with what not have i my we do be on how can they but at if"},
	{"de", "der die das und ist sind war ich du wir nicht ein eine zu mit auf für wie was es den auch noch aber mir im hat kann"},
	{"fr", "le la les et est sont je tu il nous vous pas un une de des du que qui dans pour avec ça c'est j'ai mais sur on au"},
	{"es", "el la los las y es son yo tú que no un una de del en por para con qué está como pero muy más se lo mi al"},
	{"it", "il lo la gli e è sono io tu che non un una di del della in per con come ma più si mi ho c'è questo"},
	{"pt", "o a os as e é são eu você que não um uma de do da em no na por para com mas mais isso está se"},
	{"nl", "de het een en is zijn was ik je jij wij niet van te met op voor wat hoe dat maar ook er die nog heb kan"},
	{"pl", "i w na z że się nie jest to są ja ty co jak ale czy do po tak mi dla ma już od za"},
	{"sv", "och är det en ett jag du vi inte på med för som av till den att har var kan men om hur vad så"},
	{"tr", "ve bir bu ne mi mı için ile ben sen var yok değil çok ama da de daha gibi o şey nasıl"},
}

// marks holds, for each packed small word, a bit for every language that has
// it.
var marks = func() map[uint64]uint16 {
	m := map[uint64]uint16{}
	for i, row := range small {
		for word := range strings.FieldsSeq(row.words) {
			m[pack(word)] |= 1 << i
		}
	}
	return m
}()

// mostWords is how many words of a line are looked at.
const mostWords = 12

// byWords returns the language with most small words in text: two at least, and
// more than any other has.
func byWords(text string) (Language, bool) {
	var score [16]int
	for range mostWords {
		var word string
		if word, text = next(text); word == "" {
			break
		}
		key := pack(word)
		if key == 0 {
			continue
		}
		for mark := marks[key]; mark != 0; mark &= mark - 1 {
			score[bits.TrailingZeros16(mark)]++
		}
	}
	best, second := 0, -1
	for i := 1; i < len(small); i++ {
		switch {
		case score[i] > score[best]:
			best, second = i, best
		case second < 0 || score[i] > score[second]:
			second = i
		}
	}
	if score[best] < 2 || score[best] == score[second] {
		return "", false
	}
	return small[best].language, true
}

// next cuts the next word off text: what stands between spaces, without marks
// around it. Mentions and addresses are left out; "" at the end.
func next(text string) (word, rest string) {
	for text != "" {
		end := 0
		for end < len(text) && text[end] > ' ' {
			end++
		}
		word, text = text[:end], text[min(end+1, len(text)):]
		if word == "" || word[0] == '@' || word[0] == '<' || word[0] == '#' || strings.Contains(word, "://") {
			continue
		}
		if word = strings.TrimFunc(word, notLetter); word != "" {
			return word, text
		}
	}
	return "", ""
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// longest is how many bytes a small word may have to be packed.
const longest = 8

// pack returns the small letters of a word as a number, for a quick look-up; 0
// for one that is too long, or has too strange a letter, to be a small word. A
// letter beyond ASCII takes two bytes, the first of which is no letter, so no
// two words are packed alike.
func pack(word string) uint64 {
	if len(word) > longest {
		return 0
	}
	var key uint64
	for _, r := range word {
		switch {
		case 'A' <= r && r <= 'Z':
			r |= 0x20
		case r == '’':
			r = '\''
		case r >= utf8.RuneSelf:
			r = unicode.ToLower(r)
		}
		switch {
		case r < utf8.RuneSelf:
			key = key<<8 | uint64(r)
		case r < endOfLatin:
			key = key<<16 | uint64(r)
		default:
			return 0
		}
	}
	return key
}
