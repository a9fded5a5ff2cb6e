package markup

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

var people = []messages.Mention{{Name: "Ana", ID: "@ana:x"}, {Name: "stranger", ID: "12"}}

func TestWrite(t *testing.T) {
	for _, tt := range []struct {
		story, text, html string
		called            []messages.PersonID
	}{
		{"plain text needs no HTML", "a < b & c_d_e * 2\nok", "", nil},
		{"bold, italic, struck", "**b** *i* _j_ ~~s~~", "<strong>b</strong> <em>i</em> <em>j</em> <del>s</del>", nil},
		{"markup of others is text", "**a** <script>x</script>", "<strong>a</strong> &lt;script&gt;x&lt;/script&gt;", nil},
		{"a line ends", "**a**\nb", "<strong>a</strong><br>b", nil},
		{"a heading is bold", "# Title #\ntext", "<strong>Title</strong><br>text", nil},
		{"a link", "[page](https://e.org/?a=1&b=\"2\")", `<a href="https://e.org/?a=1&amp;b=&#34;2&#34;">page</a>`, nil},
		{"an address of another kind is none", "[page](javascript:x)", "", nil},
		{"code keeps its markup", "run `**x** <b> @Ana`", "run <code>**x** &lt;b&gt; @Ana</code>", nil},
		{"a block", "so:\n```go\nx := \"<\"\n```\nok", "so:<br><pre><code class=\"language-go\">x := &#34;&lt;&#34;</code></pre>ok", nil},
		{"who may be called is", "hi @ana, @Anabel", `hi <a href="https://matrix.to/#/@ana:x">@ana</a>, @Anabel`, []messages.PersonID{"@ana:x"}},
		{"who has no id of Matrix isn't", "@stranger", "", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			body, html, called := Write(tt.text, people)
			if body != tt.text || html != tt.html || !slices.Equal(called, tt.called) {
				t.Errorf("got %q, %q, %q; want %q, %q", body, html, called, tt.html, tt.called)
			}
		})
	}
	if body, _, called := Write("@room, @Room and me@roomy.org", people); strings.Contains(body, "@room,") || strings.Contains(body, "@Room ") || len(called) > 0 {
		t.Errorf("calls the room: %q, %q", body, called)
	}
	if _, html, _ := Write(strings.Repeat("**<** ", 5000), nil); html != "" {
		t.Errorf("HTML of %d bytes", len(html))
	}
}

var tag = regexp.MustCompile(`<(/?)([a-z]+)(?: (?:href="https?://[^"<>]*"|class="language-[^"<>]*"))?>`)

// FuzzWrite: the HTML is whole, and has no tags but ours.
func FuzzWrite(f *testing.F) {
	f.Add("**b** *i* `c` [l](https://e.org) @Ana <b> ```x\ny```")
	f.Add("# h\n***a*** ~~b~~ @room")
	f.Fuzz(func(t *testing.T, text string) {
		_, html, _ := Write(text, people)
		var open []string
		for _, found := range tag.FindAllStringSubmatch(html, -1) {
			switch {
			case found[2] == "br":
			case found[1] == "":
				open = append(open, found[2])
			case len(open) == 0 || open[len(open)-1] != found[2]:
				t.Fatalf("%q ends what isn't open, of %q", html, text)
			default:
				open = open[:len(open)-1]
			}
		}
		if left := tag.ReplaceAllString(html, ""); len(open) > 0 || strings.ContainsAny(left, "<>\"") {
			t.Fatalf("%q of %q", html, text)
		}
	})
}
