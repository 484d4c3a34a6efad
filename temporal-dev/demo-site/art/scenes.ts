/** The pictures of the shop: which objects are placed where, in which room. */
import {
  board,
  bowl,
  brass,
  candle,
  chalk,
  clay,
  cushion,
  ink,
  lamp,
  moss,
  mug,
  oak,
  pear,
  shadow,
  stool,
  type Tone,
  throwStack,
  vase,
} from "./objects.ts";

export interface Scene {
  name: string;
  width: number;
  height: number;
  svg: string;
}

interface Room {
  wall: [string, string];
  floor: [string, string];
  /** Where the table or floor starts, as a share of the height. */
  horizon: number;
  arch?: string;
  light?: boolean;
}

function place(drawing: string, x: number, y: number, scale = 1, turn = 0): string {
  return `<g transform="translate(${x},${y}) scale(${scale}) rotate(${turn})">${drawing}</g>`;
}

function scene(name: string, width: number, height: number, room: Room, drawings: string[]): Scene {
  const edge = height * room.horizon;
  const arch = room.arch
    ? `<path d="M${width * 0.16} ${edge} L${width * 0.16} ${height * 0.42} A${width * 0.34} ${width * 0.34} 0 0 1 ${width * 0.84} ${height * 0.42} L${width * 0.84} ${edge}Z" fill="${room.arch}"/>`
    : "";
  const light = room.light
    ? `<g opacity="0.34" filter="url(#beam)" fill="#fff6dc"><path d="M${width * 0.02} ${height * 0.16} L${width * 0.3} ${height * 0.06} L${width * 0.52} ${height * 0.5} L${width * 0.24} ${height * 0.62}Z"/><path d="M${width * 0.34} ${height * 0.045} L${width * 0.6} ${-height * 0.05} L${width * 0.82} ${height * 0.38} L${width * 0.56} ${height * 0.485}Z"/></g>`
    : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${room.wall[0]}"/><stop offset="1" stop-color="${room.wall[1]}"/></linearGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="${room.floor[0]}"/><stop offset="1" stop-color="${room.floor[1]}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#ffe9ad" stop-opacity="0.75"/><stop offset="1" stop-color="#ffe9ad" stop-opacity="0"/></radialGradient>
<radialGradient id="dim" cx="0.4" cy="0.4" r="0.85"><stop offset="0.55" stop-color="#2a1b0e" stop-opacity="0"/><stop offset="1" stop-color="#2a1b0e" stop-opacity="0.26"/></radialGradient>
<filter id="soft" x="-60%" y="-160%" width="220%" height="420%"><feGaussianBlur stdDeviation="16"/></filter>
<filter id="tight" x="-40%" y="-200%" width="180%" height="500%"><feGaussianBlur stdDeviation="5"/></filter>
<filter id="beam" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
</defs><rect width="${width}" height="${height}" fill="url(#wall)"/>${arch}<rect y="${edge}" width="${width}" height="${height - edge}" fill="url(#floor)"/><rect y="${edge}" width="${width}" height="10" fill="#fff" opacity="0.2"/>${light}${drawings.join("")}<rect width="${width}" height="${height}" fill="url(#dim)"/></svg>`;
  return { name, width, height, svg };
}

const sand: Room = { wall: ["#f3e8d6", "#dcc7a8"], floor: ["#cfae85", "#b08a5e"], horizon: 0.72, light: true };
const sage: Room = { wall: ["#d8dfd0", "#aebba6"], floor: ["#d8c3a0", "#b6976c"], horizon: 0.72, light: true };
const blush: Room = { wall: ["#f2d9c8", "#dcb097"], floor: ["#e9dbc5", "#cdb492"], horizon: 0.74, light: true };
const dusk: Room = { wall: ["#4c6155", "#28382f"], floor: ["#7d5b3b", "#533a24"], horizon: 0.8 };
const cream: Room = { wall: ["#faf3e6", "#e6d8c0"], floor: ["#d9c4a3", "#bda079"], horizon: 0.74, light: true };
const honey: Tone = { light: "#f8df9c", mid: "#e2b453", dark: "#a87424" };
const green: Tone = { light: "#d5d488", mid: "#a9a951", dark: "#65692b" };

function product(name: string, room: Room, drawings: string[]): Scene {
  return scene(name, 800, 1000, room, drawings);
}

function glow(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#glow)"/>`;
}

function shelf(y: number, width: number): string {
  return `<rect x="${width * 0.06}" y="${y}" width="${width * 0.88}" height="26" fill="${oak.mid}"/><rect x="${width * 0.06}" y="${y + 20}" width="${width * 0.88}" height="9" fill="${oak.dark}"/><rect x="${width * 0.06}" y="${y + 30}" width="${width * 0.88}" height="46" fill="#2b1d10" opacity="0.16" filter="url(#soft)"/>`;
}

export const scenes: readonly Scene[] = [
  product("harvest-vase", { ...sand, arch: "#e9d6b8" }, [place(vase(clay), 400, 860, 1.02)]),
  product("linen-throw", sage, [
    place(throwStack(), 400, 850, 1.12),
    place(bowl(chalk), 420, 545, 0.62),
    place(pear(green), 400, 492, 0.66, 6),
  ]),
  product("oak-stool", { ...cream, horizon: 0.78 }, [place(stool(), 400, 900, 1.15), place(mug(moss), 330, 412, 0.5)]),
  product("pendant-lamp", dusk, [
    glow(400, 620, 430),
    place(lamp(clay, 300), 400, 0, 1),
    place(bowl(chalk), 400, 900, 0.8),
    place(pear(honey), 370, 822, 0.66, -8),
    place(pear(green), 450, 826, 0.6, 10),
  ]),
  product("stoneware-mugs", { ...blush, arch: "#ecccb8" }, [
    place(mug(moss, false), 290, 810, 1.12),
    place(mug(chalk), 500, 880, 1.2),
  ]),
  product("walnut-board", sage, [
    place(board(), 380, 845, 1.02),
    place(pear(green), 570, 872, 1),
    place(pear(honey), 660, 900, 0.86, 14),
  ]),
  product("beeswax-candles", { ...dusk, horizon: 0.76 }, [
    place(candle(470, honey), 260, 850, 0.95),
    place(candle(330, honey), 430, 900, 0.95),
    place(candle(240, honey), 590, 860, 0.95),
  ]),
  product("wool-cushion", { ...blush, horizon: 0.76 }, [place(cushion(moss), 400, 850, 1.16, -3)]),
  scene("hero", 1200, 1200, { ...sand, arch: "#ead9bd", horizon: 0.76 }, [
    place(lamp(ink, 110), 900, 0, 0.85),
    place(vase(clay), 420, 1010, 1.22),
    place(bowl(chalk), 800, 1020, 1.15),
    place(pear(green), 770, 908, 0.95, -8),
    place(pear(honey), 860, 910, 0.9, 12),
    place(mug(moss), 640, 1100, 0.95),
  ]),
  scene("slow-mornings", 1200, 800, { ...cream, horizon: 0.78 }, [
    place(board(), 220, 690, 0.86, -4),
    place(mug(clay), 560, 730, 1.1),
    place(candle(240, honey, false), 800, 690, 0.9),
    place(bowl(moss), 1010, 730, 0.9),
  ]),
  scene("caring-for-linen", 1200, 800, { ...sage, horizon: 0.8 }, [
    place(throwStack(), 540, 720, 1.35),
    place(vase(chalk), 1010, 730, 0.92),
  ]),
  scene("workshop", 1200, 900, { ...cream, horizon: 0.97 }, [
    shelf(420, 1200),
    shelf(820, 1200),
    place(vase(moss, false), 240, 420, 0.85),
    place(bowl(clay), 520, 420, 0.9),
    place(mug(chalk), 780, 420, 0.9),
    place(vase(clay, false), 1000, 420, 0.7),
    place(bowl(chalk), 260, 820, 1),
    place(vase(chalk), 560, 820, 0.72),
    place(mug(moss), 800, 820, 0.9),
    place(mug(clay, false), 1000, 820, 0.9),
  ]),
  scene("share", 1200, 630, { ...sand, horizon: 0.8 }, [
    place(shadow(10), 0, 0, 0.1),
    place(vase(clay), 300, 560, 0.92),
    place(bowl(chalk), 610, 570, 0.9),
    place(mug(moss), 880, 575, 0.9),
    place(candle(260, { ...chalk, mid: brass.light }), 1060, 560, 0.8),
  ]),
];
