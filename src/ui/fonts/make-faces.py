"""Make a face that holds what the screens use of a package's variable face: the weights from 400 to 700.

Usage: make-faces.py SOURCE.woff2 TARGET.woff2 [--plain-zero] [--no-ligatures]

--plain-zero takes the slash out of the zero of Atkinson Hyperlegible Next, for which the family has no OpenType feature:
the outline stays, and the two halves of the counter are replaced by the counter of the letter O, fitted to the zero's
width, with the weight axis carried over. --no-ligatures leaves out the signs of JetBrains Mono that join. The other
characters, outlines and widths are those of the source. Licence: OFL 1.1. Needs fonttools and brotli.
"""
import copy
import sys
from io import BytesIO
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.iup import iup_delta


def centre(deltas):
    return (min(x for x, _ in deltas) + max(x for x, _ in deltas)) / 2


def take_slash_out(font):
    glyf, gvar, metrics = font["glyf"], font["gvar"], font["hmtx"]

    def read(name):
        glyph = glyf[name]
        points, ends = list(glyph.coordinates), list(glyph.endPtsOfContours)
        advance, bearing = metrics[name]
        phantom = [(glyph.xMin - bearing, 0), (glyph.xMin - bearing + advance, 0), (0, 0), (0, 0)]
        deltas = {tuple(sorted((k, tuple(v)) for k, v in t.axes.items())): (t.axes, list(iup_delta(t.coordinates, points + phantom, ends)))
                  for t in gvar.variations[name]}
        return glyph, points, ends, deltas

    zero, zero_points, zero_ends, zero_deltas = read("zero")
    o, o_points, o_ends, o_deltas = read("O")
    cut, first, last = zero_ends[0] + 1, o_ends[0] + 1, o_ends[1] + 1
    # The counter: from the O's 140..574 × 67..601 to the zero's 152..498 × 62..608, in font units.
    scale_x, scale_y = (498 - 152) / (574 - 140), (608 - 62) / (601 - 67)
    counter = [(round((x - 140) * scale_x + 152), round((y - 67) * scale_y + 62)) for x, y in o_points[first:last]]

    plain = copy.deepcopy(zero)
    plain.coordinates = GlyphCoordinates(zero_points[:cut] + counter)
    plain.flags = type(zero.flags)(list(zero.flags[:cut]) + list(o.flags[first:last]))
    plain.endPtsOfContours = [cut - 1, cut + len(counter) - 1]
    plain.numberOfContours = 2
    plain.program.fromBytecode([])
    glyf["zero"] = plain
    plain.recalcBounds(glyf)

    variations = []
    for key, (axes, deltas) in zero_deltas.items():
        other = o_deltas[key][1]
        shift, origin = centre(deltas[:cut]), centre(other[:first])
        inner = [(round((dx - origin) * scale_x + shift), round(dy * scale_y)) for dx, dy in other[first:last]]
        outer, phantom = ([tuple(map(round, d)) for d in part] for part in (deltas[:cut], deltas[-4:]))
        variations.append(TupleVariation(axes, outer + inner + phantom))
    gvar.variations["zero"] = variations


source, target, *wishes = sys.argv[1:]
whole = TTFont(source)
if "--plain-zero" in wishes:
    take_slash_out(whole)
narrowed = BytesIO()
instantiateVariableFont(whole, {"wght": (400, 700)}).save(narrowed)

face = TTFont(BytesIO(narrowed.getvalue()))
features = ["ccmp", "locl", "mark", "mkmk"] if "--no-ligatures" in wishes else ["*"]
options = subset.Options(layout_features=features, flavor="woff2", name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=face.getBestCmap())
subsetter.subset(face)
subset.save_font(face, target, options)
