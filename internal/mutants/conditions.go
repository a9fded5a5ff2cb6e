package mutants

import (
	"go/ast"
	"go/token"
)

// conditions negates each condition, leaves out each operand of && and ||, and
// moves each limit by one.
func (s *source) conditions(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		s.negate(n.Cond)
	case *ast.ForStmt:
		s.negate(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return
		}
		for _, clause := range n.Body.List {
			for _, cond := range clause.(*ast.CaseClause).List {
				s.negate(cond)
			}
		}
	case *ast.ReturnStmt:
		for _, result := range n.Results {
			if isCondition(result) {
				s.negate(result)
			}
		}
	case *ast.BinaryExpr:
		s.operands(n)
	}
}

// shifted are the comparisons with a limit, and each with the limit on its
// other side.
var shifted = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}

// operands looks at a condition that is made of others, or compares.
func (s *source) operands(n *ast.BinaryExpr) {
	if op := shifted[n.Op]; op != "" {
		s.instead(n, s.of(n.X)+" "+op+" "+s.of(n.Y))
	}
	if !isJoined(n) {
		return
	}
	s.instead(n, s.of(n.X))
	s.instead(n, s.of(n.Y))
	for _, operand := range []ast.Expr{n.X, n.Y} {
		if !isJoined(operand) { // its own operands are looked at by themselves
			s.negate(operand)
		}
	}
}

func (s *source) negate(cond ast.Expr) {
	switch c := cond.(type) {
	case nil:
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			s.instead(c, s.of(c.X))
		}
	default:
		s.instead(c, "!("+s.of(c)+")")
	}
}

// isCondition reports whether an expression is plainly true or false.
func isCondition(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isCondition(e.X)
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	case *ast.BinaryExpr:
		return e.Op == token.LAND || e.Op == token.LOR || e.Op.Precedence() == token.EQL.Precedence()
	}
	return false
}

func isJoined(e ast.Expr) bool {
	if p, ok := e.(*ast.ParenExpr); ok {
		return isJoined(p.X)
	}
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}
