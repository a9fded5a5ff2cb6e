package odds

// Signs is what a line's text says by itself, the same for every familiar.
type Signs struct {
	Length  int   // words; at most 255
	Asks    bool  // begins like a question, or with a request
	Thanks  bool  // thanks somebody, early on
	Ack     bool  // begins with a yes, no, ok, laugh or greeting
	Calls   bool  // begins like "somebody: "
	Content Words // its longer words
}

const (
	longest = 512 // bytes of a line that are read
	early   = 4   // words in which thanks are looked for
)

// ReadText returns the signs of a folded line. Only its first 512 bytes count.
func ReadText(folded string) Signs {
	s, _ := readText(folded, nil)
	return s
}

// readText also hands every word to seen, if there is one, and gives the
// head: the first word.
func readText(folded string, seen func(at int, word string)) (s Signs, head string) {
	if len(folded) > longest {
		folded = folded[:longest]
	}
	rest := folded
	for s.Length < 255 {
		var word string
		if word, rest = nextWord(rest); word == "" {
			break
		}
		if s.Length == 0 {
			head = word
			s.Asks, s.Ack = asking(word), nodding(word)
			s.Calls = !s.Ack && !s.Asks && len(word) > 1 && calling(rest)
		}
		if s.Length < early && thanking(word) {
			s.Thanks = true
		}
		if len(word) >= wordLetters {
			s.Content.add(word)
		}
		if seen != nil {
			seen(s.Length, word)
		}
		s.Length++
	}
	return s, head
}

// calling reports whether what follows the first word makes that a call.
func calling(rest string) bool {
	if rest == "" || rest[0] != ':' && rest[0] != ',' {
		return false
	}
	return len(rest) == 1 || rest[0] == ',' || rest[1] == ' '
}

// nextWord returns the first word of a text and what follows it; "" when there
// is none. A word is letters, digits, _ and ' of ASCII and everything beyond
// ASCII, so a sentence without spaces is one word.
func nextWord(text string) (word, rest string) {
	begin := 0
	for begin < len(text) && !inWord[text[begin]] {
		begin++
	}
	end := begin
	for end < len(text) && inWord[text[end]] {
		end++
	}
	return text[begin:end], text[end:]
}

// inWord says of each byte whether it is part of a word. What nicks are made
// of counts, - | ^ [ ] too.
var inWord = func() (in [256]bool) {
	for b := range in {
		in[b] = b >= 0x80 || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for _, b := range []byte("_'-|^[]") {
		in[b] = true
	}
	return in
}()

// asking, thanking and nodding know a few words of English and fewer of other
// languages.
func asking(word string) bool {
	switch word {
	case "how", "what", "whats", "what's", "why", "where", "wheres", "where's", "when", "who", "which",
		"can", "could", "does", "do", "did", "is", "are", "any", "anyone", "anybody", "someone", "somebody",
		"has", "should", "would", "wie", "warum", "wer", "como", "cómo", "por", "qui", "comment", "pourquoi",
		"как", "кто", "почему", "где":
		return true
	}
	return false
}

func thanking(word string) bool {
	switch word {
	case "thanks", "thank", "thx", "thanx", "thnx", "tnx", "ty", "tyvm", "cheers", "danke", "merci",
		"gracias", "grazie", "obrigado", "obrigada", "спасибо", "谢谢", "ありがとう", "고마워", "감사합니다":
		return true
	}
	return false
}

func nodding(word string) bool {
	switch word {
	case "ok", "okay", "k", "kk", "yes", "yeah", "yep", "yup", "ya", "no", "nope", "nah", "right", "sure",
		"cool", "nice", "great", "awesome", "perfect", "lol", "haha", "hehe", "heh", "ah", "oh", "hm", "hmm",
		"well", "hi", "hello", "hey", "yo", "bye", "brb", "np", "true", "indeed", "ja", "nein", "oui", "non",
		"si", "sí", "да", "нет", "好", "はい", "네":
		return true
	}
	return false
}
