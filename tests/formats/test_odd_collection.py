# ruff: noqa: E501 (a case is a line)
"""Other projects' test files: for every odd one a small case of our own with the same oddity.

The first column names the file whose oddity a case re-creates, by the project it belongs to (fox: records of the Fox
server; KataGo, KaTrain, q5Go, Sabaki's SGF package, sente). A case is read without warnings, repaired with a warning,
or refused with line and column.
"""

import pytest

from tengen.formats import sgf
from tengen.records import FormatError

Outcome = str | tuple[int, int, str] | None

_FOX = "(;GM[1]FF[4]\n SZ[19]\n GN[]\n DT[2016-11-28]\n PB[{}]\n BR[3段]\n KM[{}]HA[{}]RU[Japanese]AP[GNU Go:3.8]RE[W+R]TM[60]TC[5]TT[60]AP[foxwq]\n;{})"
_DAMAGED = _FOX.format("绿色围棋绿色围棋", 0, 2, "AB[pd][dp];W[qp];B[cd]").encode()
_CASES: list[tuple[str, bytes, Outcome]] = [
    ("fox/1480301255019999386", _DAMAGED.replace("色".encode(), b"\xe8\x89", 1), "damaged in one place"),
    ("fox/1501651122019999793", _DAMAGED.replace("围".encode(), b"\xe5\x9b", 1), "damaged in one place"),
    ("fox/1502957111019999220", _DAMAGED.replace("棋".encode(), b"?\x8b", 1), "damaged in one place"),
    ("fox/1507786122010001326", _DAMAGED.replace("绿".encode(), b"\xe7?", 1), "damaged in one place"),
    ("fox/1511914147010001592", _DAMAGED.replace("围".encode(), b"\xe5?\xb4", 1), "damaged in 2 places"),
    ("fox/1517426887010001305", _FOX.format("a", 450, 4, "AB[pd][dp][dd][pp];W[cn]").encode(), "in hundredths, as the server Fox"),
    ("katago/cornermoves", b"(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]KM[6.50]\n;B[pd]\n;W[pq])", None),
    ("katago/foxlike", _FOX.format("a", 325, 2, "AB[pd][dp];W[dc];B[ce];").encode(), "in hundredths, as the server Fox"),
    ("katago/humanslbigdiff", b"(;KM[7.5]SZ[19];B[qd];W[dd];B[pq])", None),
    ("katago/messy", b"(;SZ[9](;B[fd](;B[];W[dd]C[%HINT%](;AW[de]AB[fe]PL[W];W[gb])(;AE[dd]))(;PL[W])))", None),
    ("katago/sampletest7x7", b"(;GM[1]SZ[7]KM[7.5];B[dd](;W[dc];B[ec])(;W[ec]))", None),
    ("katago/sampletest9x9", b"(;GM[1]SZ[9]KM[6]AW[de][ef]AB[dc][dd];B[ce](;W[cf])(;W[be]))", None),
    ("katrain/LS vs AG - G4", b"(;AP[Sabaki:0.43.3]OT[3x60 byo-yomi]TM[7200];B[pd]C[A long\n\ncomment];W[dp]BM[1]N[x])", None),
    ("katrain/fox sgf error", _FOX.format("a", 0, 1, "B[pd];W[dp]").encode(), None),
    ("katrain/fox sgf works", _FOX.format("a", 0, 0, "B[pd];W[dp]").encode(), "for even games of any komi"),
    ("katrain/ogs", b"(;FF[4]\nPC[OGS: https://a.b/1]\nTM[259200]OT[86400 fischer]\nRE[?]\n;B[qd]\n(;W[dp]\n(;B[pp]\n)))", None),
    ("katrain/panda1", b"(;\nGM[1]EV[A game]\nCoPyright[\n  Copyright (c)\n]GN[a]RE[B+R]SZ[19];B[qd]BL[600.5];W[dd]WL[599])", None),
    ("katrain/xmgt97", b"( ; FileFormat[1]GaMe[1] VieW[] SiZe[9] KoMi[-1.5] Black[ff] ; White[gd])", None),
    ("q5go/bentfour", b"(;AP[q5go:2.1.3]SZ[9]RU[Chinese]AW[aa][ab]AB[ae]C[a];AE[aa][ab]AB[bb]C[b];B[cc])", None),
    ("q5go/captures", b"(;SZ[11]KM[6.500000]PL[W]AW[ef]AB[ff];W[fg];AE[ff]AW[gf]PL[B];B[aa]TR[ff])", None),
    ("q5go/connections", b"(;SZ[11]AW[ef]AB[fe]LB[ac:C][bc:o];AB[cc]LB[cc:1];AE[cc])", None),
    ("q5go/endgame", b"(;SZ[11]AW[fb]AB[ch];TB[aa][ab]TW[ka];B[cc](;W[dd])(;W[ee]))", None),
    ("q5go/lnd", b"(;SZ[7]AW[ac][ae]AB[ab][af]C[Life & Death];AE[ac];AW[ac]MA[aa])", None),
    ("q5go/lnd2", b"(;SZ[11]AW[bd]AB[be];CR[aa][bb]SQ[cc];B[aa]MN[1];W[bb])", None),
    ("q5go/openings", b"(;SZ[19]AW[dc]AB[cp];B[]C[Once];AE[dc][cp]AB[dd])", None),
    ("q5go/rules", b"(;SZ[7]LB[ac:W][bc:e];B[cc]LB[cc:1];AE[cc];W[])", None),
    ("q5go/tactics", b"(;SZ[7]AW[df]AB[de];B[cf]TR[df];AB[aa]AW[bb]AE[cf])", None),
    ("q5go/terminology", b"(;SZ[7]C[<font>Baduk</font>];AB[dd]TR[dd];AE[dd]AW[de])", None),
    ("sabaki-sgf/chinese", "(;PB[古力]CA[GB2312]PW[陆];B[pd];W[dp]C[围棋 is fun])".encode("gb18030"), None),
    ("sabaki-sgf/japanese", "(;PB[井山 裕太]CA[Shift_JIS];B[pd];W[dp]C[囲碁 is fun])".encode("cp932"), None),
    ("sabaki-sgf/japanese_bad", "(;PB[\ufffdR \ufffdT]CA[MS_KANJI];B[pd])".encode(), "not MS_KANJI as declared"),
    ("sabaki-sgf/korean", "(;PB[이창호]CA[EUC-KR];B[pd];W[dp]C[바둑 is fun])".encode("cp949"), None),
    ("sabaki-sgf/nihon-kiin", "(\nTE[決定戦]\nRD[2025-06-12]\nTM[3時間]\nKO[6目半]\n;B[pd]\n;W[dp])".encode("cp932"), "guessed cp932"),
    ("sabaki-sgf/no-ca", "(;AB[dd][gc]AW[qf]C[黑先，这里是白棋的要点] ;B[pb])".encode("gb18030"), "guessed gb18030"),
    ("sabaki-sgf/utf16le", b"\xff\xfe" + "(\n;GM[1]CA[UTF16LE]PW[Go Seigen]C[天元];B[dd])".encode("utf-16-le"), None),
    ("sabaki-sgf/utf8bom", b"\xef\xbb\xbf(\n;GM[1]PW[Go Seigen]CA[UTF-8];B[qd];W[dc])", None),
    ("sente/0.5 Komi", b"(;FF[4]\nKM[0.5]\nRU[Chinese]\nC[a: Hi!\n]\n;B[jj]\n;W[dd]\n;B[]\n;W[])", None),
    ("sente/28715150-Honinbo Shusaku-Gennan Inseki", b"(\n;PB[Honinbo Shusaku]RE[B+R]HA[0]KM[0]AP[WGo.js:2]\n;B[qd])", None),
    ("sente/3-4", b"(;GM[1]KM[0.00]\n;B[qd]LB[oc:B][od:A]C[3-4](;W[oc](;B[pc])(;B[kc]))(;W[od]))", None),
    ("sente/31640020", b"\n(;GM[1]AP[GOWrite:3.0.15]PM[2]PB[ ]GN[ ]AB[pq]FG[259:]\n;W[qo](;B[qm])\n(;PM[2]FG[259:];B[lq]))", None),
    ("sente/backgammon", b"(;FF[4]\nCA[UTF-8]\nGM[3]\n;B[dd])", (3, 3, "another game")),
    ("sente/branched missing 2 parens", b"(;GM[1]\n;B[qd](;W[oc];B[pc])(;W[od]\n", "2 `)` added, moves may be missing"),
    ("sente/extra letter in move", b"(;FF[4]\n;B[dd]\n;W[iem]\n;B[cc])", (3, 3, "two letters")),
    ("sente/extra square bracket", b"(;GM[1]\n(;B[qd]\n(;W[oc]]\n;B[mc])))", "line 3, column 8: an extra `]`"),
    ("sente/illegal move", b"(;GM[1]\n(;B[qd]\n(;W[qd]\n;B[oc])(;W[oc]]\n;B[mc])))", "line 4, column 15: an extra `]`"),
    ("sente/missing letter in move", b"(;FF[4]\n;B[dd]\n;W[n]\n;B[cc])", (3, 3, "two letters")),
    ("sente/missing square bracket", b"(;GM[1]\n(;B[nc\n;W[rd]\n;B[qc]))", (2, 4, "a `]` is missing")),
    ("sente/non-letters in moves", b"(;\nPB[Yasuda Shusaku]\nDT[1846-09-11,14,15]\n\n;B[37];W[23])", (5, 3, "two letters")),
]  # fmt: skip


@pytest.mark.parametrize(("data", "outcome"), [case[1:] for case in _CASES], ids=[case[0] for case in _CASES])
def test_odd_files(data: bytes, outcome: Outcome) -> None:
    if isinstance(outcome, tuple):
        with pytest.raises(FormatError) as caught:
            sgf.read(data)
        assert (caught.value.line, caught.value.column) == outcome[:2]
        assert outcome[2] in str(caught.value)
        return
    record = sgf.read(data)
    if outcome is None:
        assert [warning for warning in record.warnings if "HA[" not in warning] == []
    else:
        assert outcome in " ".join(record.warnings)
    assert any(node.move or node.changes for node in record.main_line())
    assert sgf.read(sgf.write(record)) == record
