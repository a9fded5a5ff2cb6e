package reaction

import "strings"

// A Taste is how somebody takes a line, as far as a reaction shows it.
type Taste uint8

// The tastes.
const (
	Neither Taste = iota // says nothing of it, or it isn't known what
	Good
	Bad
)

// TasteOf gives what a reaction says of the line: an emoji as Unicode has it, of
// whatever skin tone, or by one of the names that Discord, Slack and Feishu have
// for it, with or without colons.
func TasteOf(emoji string) Taste {
	name := strings.ToLower(strings.Trim(emoji, ":"))
	name, _, _ = strings.Cut(name, "::") // Slack's skin tone behind a name
	return tastes[strings.Map(plain, name)]
}

// plain takes out what changes an emoji's look and not its meaning.
func plain(r rune) rune {
	if r == asEmoji || r >= 0x1F3FB && r <= 0x1F3FF { // skin tones
		return -1
	}
	return r
}

// tastes is the table; what isn't in it says nothing. Laughter and tears are left
// out: they are at a line as often as they are with it.
var tastes = table(map[Taste]string{
	Good: `👍 +1 thumbsup thumbs_up ❤ heart red_heart 🧡 💛 💚 💙 💜 🖤 🤍 💕 💖 💗 hearts 😍 heart_eyes 🥰 smiling_face_with_3_hearts
		🎉 tada party_popper 👏 clap applause 🙏 pray thanks 🙌 raised_hands 💯 100 🔥 fire ⭐ star 🌟 star2 ✨ sparkles 💪 muscle
		👌 ok_hand ok 🤝 handshake 🫡 saluting_face 🫶 heart_hands 😊 blush 😀 😃 😄 smile 🙂 🤗 hug hugging_face ✅ white_check_mark
		fingerheart jiayi done strong cheers`,
	Bad: `👎 -1 thumbsdown thumbs_down 😠 angry 😡 rage pout 🤬 face_with_symbols_on_mouth 🖕 middle_finger fu 🤫 shushing_face
		🤐 zipper_mouth_face zipper_mouth 🔇 mute 🙄 face_with_rolling_eyes rolling_eyes 🤮 face_vomiting vomiting_face 🤢 nauseated_face
		💩 poop hankey shit 🤡 clown_face 🚫 no_entry_sign ⛔ no_entry ❌ x 🛑 octagonal_sign stop_sign 🗑 wastebasket 🤦 facepalm face_palm
		😒 unamused 🥱 yawning_face minusone`,
})

func table(words map[Taste]string) map[string]Taste {
	all := make(map[string]Taste)
	for taste, list := range words {
		for _, word := range strings.Fields(list) {
			all[word] = taste
		}
	}
	return all
}
