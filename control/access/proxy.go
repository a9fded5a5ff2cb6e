package access

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"unicode"
)

// Proxies are those whose word is taken for who a request comes from. They keep others
// out and know people, by OIDC or otherwise; the zero value believes nobody.
type Proxies struct {
	header string
	from   []netip.Prefix
}

// NewProxies believes what proxies at these addresses, or ranges such as 10.0.0.0/8, write
// into a header.
func NewProxies(header string, from []string) (Proxies, error) {
	p := Proxies{header: header}
	if (header == "") != (len(from) == 0) {
		return Proxies{}, fmt.Errorf("person_header and proxies: want both or neither")
	}
	if strings.ContainsFunc(header, func(r rune) bool {
		return r != '-' && !(r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)))
	}) || strings.EqualFold(header, "Authorization") {
		return Proxies{}, fmt.Errorf("person_header = %q: want the name of a header, such as X-Forwarded-User", header)
	}
	for _, text := range from {
		prefix, err := netip.ParsePrefix(text)
		if address, alone := netip.ParseAddr(text); alone == nil {
			prefix, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return Proxies{}, fmt.Errorf("proxies: %q: want an address or a range such as 10.0.0.0/8", text)
		}
		p.from = append(p.from, prefix.Masked())
	}
	return p, nil
}

// Strip takes out of a request's header what none of the proxies wrote: from then on it is
// true.
func (p Proxies) Strip(r *http.Request) {
	if p.header != "" && !p.has(r.RemoteAddr) {
		r.Header.Del(p.header)
	}
}

func (p Proxies) has(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	address := at.Addr().Unmap().WithZone("")
	for _, prefix := range p.from {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// longestPerson is how long a person's name may be, in bytes.
const longestPerson = 200

// Person returns who a stripped header says that it is. "" is nobody: without the header,
// with several, or with one that can't be a name.
func (p Proxies) Person(header http.Header) string {
	if p.header == "" {
		return ""
	}
	said := header.Values(p.header)
	if len(said) != 1 || len(said[0]) > longestPerson || strings.ContainsFunc(said[0], func(r rune) bool { return !unicode.IsPrint(r) }) {
		return ""
	}
	return said[0]
}
