/** Drawn still-life objects. The middle of each object's foot is at (0, 0), and the light comes from the left. */

export interface Tone {
  light: string;
  mid: string;
  dark: string;
}

export const clay: Tone = { light: "#e9b391", mid: "#c5774f", dark: "#82432a" };
export const chalk: Tone = { light: "#fbf6ec", mid: "#e6dac6", dark: "#a8957a" };
export const moss: Tone = { light: "#93a78e", mid: "#5c7460", dark: "#2e4035" };
export const oak: Tone = { light: "#e8c596", mid: "#c7935c", dark: "#80552f" };
export const walnut: Tone = { light: "#a9774d", mid: "#7a4c2c", dark: "#452917" };
export const brass: Tone = { light: "#f4dea0", mid: "#c59a4b", dark: "#7a5724" };
export const ink: Tone = { light: "#5f6c66", mid: "#33403a", dark: "#18211d" };

let serial = 0;
/** Returns a new gradient id on every call. */
function nextId(): string {
  serial += 1;
  return `g${serial}`;
}

/** A round body: bright on the left third, dark towards the right, with a little reflected light at the edge. */
export function round(tone: Tone): { defs: string; fill: string } {
  const id = nextId();
  const stops = [
    [0, tone.mid],
    [0.22, tone.light],
    [0.52, tone.mid],
    [0.88, tone.dark],
    [1, tone.mid],
  ];
  const marks = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join("");
  return {
    defs: `<linearGradient id="${id}" x1="0" x2="1" y1="0" y2="0.12">${marks}</linearGradient>`,
    fill: `url(#${id})`,
  };
}

/** A flat body that fades from light to dark. */
export function flat(tone: Tone, upright = true): { defs: string; fill: string } {
  const id = nextId();
  const way = upright ? 'x1="0" y1="0" x2="0.35" y2="1"' : 'x1="0" y1="0" x2="1" y2="0.3"';
  const marks = `<stop offset="0" stop-color="${tone.light}"/><stop offset="0.5" stop-color="${tone.mid}"/><stop offset="1" stop-color="${tone.dark}"/>`;
  return { defs: `<linearGradient id="${id}" ${way}>${marks}</linearGradient>`, fill: `url(#${id})` };
}

/** A soft shadow on the ground, falling to the right, with a tight one where the foot touches. */
export function shadow(width: number, length = 1): string {
  return `<g fill="#2b1d10"><ellipse cx="${width * 0.42 * length}" cy="6" rx="${width * 0.95 * length}" ry="${width * 0.13}" opacity="0.26" filter="url(#soft)"/><ellipse cx="${width * 0.06}" cy="1" rx="${width * 0.54}" ry="${width * 0.055}" opacity="0.5" filter="url(#tight)"/></g>`;
}

export function stem(x: number, height: number, lean: number, colour: string): string {
  const tipX = x + lean;
  const parts = [
    `<path d="M${x} 0 Q${x + lean * 0.15} ${-height * 0.6} ${tipX} ${-height}" stroke="${colour}" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  ];
  for (let i = 0; i < 9; i += 1) {
    const t = 0.5 + i * 0.058;
    const px = x + lean * (0.3 * t * (1 - t) + t * t);
    const py = -height * (1.2 * t * (1 - t) + t * t);
    const size = 30 - i * 1.4;
    const side = i % 2 === 0 ? 1 : -1;
    parts.push(
      `<ellipse cx="${px + side * size * 0.55}" cy="${py - size * 0.35}" rx="${size * 0.62}" ry="${size * 0.25}" transform="rotate(${side * -42 + lean * 0.1} ${px + side * size * 0.55} ${py - size * 0.35})" fill="${colour}" opacity="${0.8 + (i % 3) * 0.1}"/>`,
    );
  }
  parts.push(
    `<ellipse cx="${tipX + lean * 0.03}" cy="${-height - 12}" rx="7" ry="19" transform="rotate(${lean * 0.18} ${tipX} ${-height})" fill="${colour}"/>`,
  );
  return parts.join("");
}

export function vase(tone: Tone, withStems = true): string {
  const body = round(tone);
  const speckles = Array.from({ length: 46 }, (_, i) => {
    const angle = i * 2.399;
    const reach = Math.sqrt(i / 46) * 118;
    return `<circle cx="${Math.cos(angle) * reach}" cy="${-150 + Math.sin(angle) * reach}" r="${1 + (i % 4) * 0.7}" fill="${tone.dark}" opacity="0.35"/>`;
  }).join("");
  const stems = withStems
    ? `<g transform="translate(0,-345)">${stem(-8, 320, -120, "#9b8a55")}${stem(6, 400, 30, "#7f8a5d")}${stem(12, 300, 150, "#a8925a")}${stem(-2, 255, -40, "#b39c62")}${stem(4, 230, 85, "#86905f")}</g>`
    : "";
  return `${shadow(150)}<defs>${body.defs}</defs>${stems}<path d="M-62 0 C-120 -40 -158 -105 -152 -172 C-147 -235 -92 -268 -56 -296 C-46 -306 -47 -330 -58 -350 L58 -350 C47 -330 46 -306 56 -296 C92 -268 147 -235 152 -172 C158 -105 120 -40 62 0 Q0 14 -62 0Z" fill="${body.fill}"/>${speckles}<path d="M-122 -232 Q0 -205 122 -232" stroke="${tone.dark}" stroke-opacity="0.3" stroke-width="3" fill="none"/><path d="M-134 -218 Q0 -190 134 -218" stroke="${tone.light}" stroke-opacity="0.45" stroke-width="3" fill="none"/><ellipse cx="0" cy="-350" rx="58" ry="12" fill="${tone.dark}"/><ellipse cx="0" cy="-350" rx="58" ry="12" fill="none" stroke="${tone.light}" stroke-width="4"/>`;
}

export function mug(tone: Tone, handleRight = true): string {
  const body = round(tone);
  const way = handleRight ? 1 : -1;
  return `${shadow(105)}<defs>${body.defs}</defs><path d="M${way * 82} -140 C${way * 165} -150 ${way * 165} -48 ${way * 78} -46" fill="none" stroke="${tone.mid}" stroke-width="24" stroke-linecap="round"/><path d="M${way * 82} -146 C${way * 172} -156 ${way * 170} -44 ${way * 78} -40" fill="none" stroke="${tone.dark}" stroke-opacity="0.45" stroke-width="5"/><path d="M-96 -190 L-84 -22 Q-80 6 0 8 Q80 6 84 -22 L96 -190Z" fill="${body.fill}"/><path d="M-93 -150 Q0 -128 93 -150 L96 -190 L-96 -190Z" fill="#fffaf0" opacity="0.5"/><ellipse cx="0" cy="-190" rx="96" ry="20" fill="${tone.light}"/><ellipse cx="0" cy="-187" rx="84" ry="15" fill="#4a2c1a"/><ellipse cx="-20" cy="-189" rx="40" ry="6" fill="#7c5233" opacity="0.6"/>`;
}

export function stool(tone: Tone = oak): string {
  const seat = flat(tone, false);
  const leg = round(tone);
  const grain = Array.from(
    { length: 7 },
    (_, i) =>
      `<ellipse cx="${i * 6 - 20}" cy="-430" rx="${200 - i * 27}" ry="${38 - i * 5}" fill="none" stroke="${tone.dark}" stroke-opacity="0.2" stroke-width="2.5"/>`,
  ).join("");
  return `${shadow(230)}<defs>${seat.defs}${leg.defs}</defs><path d="M-28 -400 L-12 -10 L18 -10 L24 -400Z" fill="${tone.dark}"/><path d="M-158 -405 L-222 0 L-184 4 L-112 -400Z" fill="${leg.fill}"/><path d="M158 -405 L222 0 L184 4 L112 -400Z" fill="${leg.fill}"/><path d="M-190 -172 L190 -172 L186 -150 L-186 -150Z" fill="${tone.mid}"/><path d="M-188 -152 L188 -152 L186 -142 L-186 -142Z" fill="${tone.dark}" opacity="0.6"/><path d="M-225 -430 L-225 -400 A225 48 0 0 0 225 -400 L225 -430Z" fill="${tone.dark}"/><ellipse cx="0" cy="-430" rx="225" ry="48" fill="${seat.fill}"/>${grain}`;
}

/** A hanging lamp: (0, 0) is the ceiling, `drop` the length of the cord. */
export function lamp(tone: Tone, drop: number): string {
  const shade = round(tone);
  return `<defs>${shade.defs}</defs><line x1="0" y1="0" x2="0" y2="${drop}" stroke="#221c15" stroke-width="6"/><g transform="translate(0,${drop})"><rect x="-20" y="-14" width="40" height="44" rx="8" fill="${brass.mid}"/><rect x="-20" y="-14" width="13" height="44" rx="6" fill="${brass.light}" opacity="0.7"/><path d="M-30 28 C-150 44 -238 130 -252 258 Q0 312 252 258 C238 130 150 44 30 28Z" fill="${shade.fill}"/><path d="M-252 258 Q0 312 252 258 Q0 222 -252 258Z" fill="#ffe7ae"/><ellipse cx="0" cy="266" rx="70" ry="16" fill="#fffbe9"/></g>`;
}

export function candle(height: number, tone: Tone, lit = true): string {
  const wax = round(tone);
  const foot = round(brass);
  const flame = lit
    ? `<circle cx="0" cy="${-height - 70}" r="120" fill="url(#glow)"/><path d="M0 ${-height - 118} C20 ${-height - 82} 22 ${-height - 62} 0 ${-height - 52} C-22 ${-height - 62} -20 ${-height - 82} 0 ${-height - 118}Z" fill="#ffd97a"/><path d="M0 ${-height - 90} C9 ${-height - 74} 9 ${-height - 62} 0 ${-height - 56} C-9 ${-height - 62} -9 ${-height - 74} 0 ${-height - 90}Z" fill="#fff7df"/>`
    : "";
  return `${shadow(80)}<defs>${wax.defs}${foot.defs}</defs><path d="M-25 -44 L-21 ${-height - 30} Q0 ${-height - 44} 21 ${-height - 30} L25 -44Z" fill="${wax.fill}"/><line x1="0" y1="${-height - 36}" x2="1" y2="${-height - 56}" stroke="#2d2016" stroke-width="4"/>${flame}<path d="M-34 -70 L34 -70 L30 -36 L-30 -36Z" fill="${foot.fill}"/><path d="M-86 -14 Q-84 -36 -24 -40 L24 -40 Q84 -36 86 -14 Q0 12 -86 -14Z" fill="${foot.fill}"/><ellipse cx="0" cy="-70" rx="34" ry="8" fill="${brass.light}"/>`;
}

export function cushion(tone: Tone): string {
  const body = flat(tone, false);
  const outline =
    "M-250 -16 C-232 -120 -240 -260 -262 -372 C-272 -402 -246 -418 -214 -410 C-90 -386 90 -386 214 -410 C246 -418 272 -402 262 -372 C240 -260 232 -120 250 -16 C256 14 232 26 204 16 C90 -8 -90 -8 -204 16 C-232 26 -256 14 -250 -16Z";
  const rows = Array.from({ length: 17 }, (_, i) => {
    const y = -392 + i * 24;
    const zig = Array.from(
      { length: 28 },
      (__, j) => `${j === 0 ? "M" : "L"}${-280 + j * 21} ${y + (j % 2 === 0 ? 0 : 13)}`,
    ).join(" ");
    return `<path d="${zig}" fill="none" stroke="${i % 3 === 1 ? tone.dark : "#fff3dd"}" stroke-opacity="${i % 3 === 1 ? 0.3 : 0.42}" stroke-width="${i % 3 === 1 ? 7 : 4}" stroke-linejoin="round"/>`;
  }).join("");
  const clip = nextId();
  return `${shadow(250)}<defs>${body.defs}<clipPath id="${clip}"><path d="${outline}"/></clipPath></defs><path d="${outline}" fill="${body.fill}"/><g clip-path="url(#${clip})">${rows}<path d="M120 -430 C190 -280 180 -120 240 40 L320 40 L320 -440Z" fill="#23170c" opacity="0.26" filter="url(#soft)"/><ellipse cx="-90" cy="-280" rx="130" ry="90" fill="#fff" opacity="0.14" filter="url(#soft)"/></g>`;
}

export function board(tone: Tone = walnut): string {
  const face = flat(tone, false);
  const grain = Array.from(
    { length: 11 },
    (_, i) =>
      `<path d="M${-150 + i * 30} -8 C${-170 + i * 31} -160 ${-120 + i * 28} -300 ${-146 + i * 29} -470" fill="none" stroke="${tone.dark}" stroke-opacity="${0.18 + (i % 3) * 0.1}" stroke-width="${2 + (i % 4) * 1.3}"/>`,
  ).join("");
  const outline =
    "M-168 -24 L-168 -420 Q-168 -468 -116 -476 C-60 -486 -52 -510 -50 -560 L-48 -610 Q-44 -652 0 -652 Q44 -652 48 -610 L50 -560 C52 -510 60 -486 116 -476 Q168 -468 168 -420 L168 -24 Q168 0 144 0 L-144 0 Q-168 0 -168 -24Z";
  const clip = nextId();
  return `${shadow(175)}<defs>${face.defs}<clipPath id="${clip}"><path d="${outline}"/></clipPath></defs><path d="${outline}" fill="${tone.dark}" transform="translate(12,2)"/><path d="${outline}" fill="${face.fill}"/><g clip-path="url(#${clip})">${grain}<path d="M-168 0 L-168 -480 L-156 -480 L-156 0Z" fill="#fff" opacity="0.16"/></g><circle cx="0" cy="-602" r="20" fill="#3a2415"/><circle cx="3" cy="-599" r="17" fill="#d9c7ab"/>`;
}

export function pear(tone: Tone): string {
  const skin = round(tone);
  return `${shadow(62)}<defs>${skin.defs}</defs><path d="M0 4 C-72 6 -84 -64 -52 -108 C-38 -128 -36 -158 -8 -164 C26 -168 34 -132 48 -108 C84 -58 66 4 0 4Z" fill="${skin.fill}"/><path d="M2 -162 Q4 -186 18 -196" stroke="#4d351f" stroke-width="6" fill="none" stroke-linecap="round"/>`;
}

export function bowl(tone: Tone): string {
  const body = round(tone);
  return `${shadow(165)}<defs>${body.defs}</defs><path d="M-176 -112 C-166 -34 -96 -4 -58 0 L58 0 C96 -4 166 -34 176 -112Z" fill="${body.fill}"/><ellipse cx="0" cy="-112" rx="176" ry="30" fill="${tone.dark}"/><ellipse cx="0" cy="-112" rx="176" ry="30" fill="none" stroke="${tone.light}" stroke-width="5"/><path d="M-166 -106 Q0 -68 166 -106 Q0 -140 -166 -106Z" fill="${tone.mid}" opacity="0.55"/>`;
}

export function throwStack(): string {
  const layers: [Tone, number][] = [
    [moss, 0],
    [chalk, -92],
    [clay, -184],
  ];
  const cloth = layers.map(([tone, y], i) => {
    const fill = flat(tone);
    const inset = i * 12;
    const left = -258 + inset;
    const right = 258 - inset;
    const stripes = [0.2, 0.26, 0.74, 0.8]
      .map(
        (at) =>
          `<path d="M${left + (right - left) * at} ${y - 88} L${left + (right - left) * at} ${y - 2}" stroke="${i === 1 ? "#8d7654" : "#fbf1df"}" stroke-opacity="0.55" stroke-width="6"/>`,
      )
      .join("");
    const folds = [-62, -36]
      .map(
        (dy) =>
          `<path d="M${left + 8} ${y + dy} Q0 ${y + dy + 12} ${right - 26} ${y + dy + 1}" stroke="${tone.dark}" stroke-opacity="0.5" stroke-width="4" fill="none"/>`,
      )
      .join("");
    return `<defs>${fill.defs}</defs><path d="M${left + 30} ${y - 90} L${right - 26} ${y - 90} Q${right} ${y - 90} ${right} ${y - 64} L${right} ${y - 24} Q${right} ${y} ${right - 28} ${y} L${left + 30} ${y} Q${left} ${y} ${left} ${y - 45} Q${left} ${y - 90} ${left + 30} ${y - 90}Z" fill="${fill.fill}"/>${stripes}${folds}`;
  });
  const fringe = Array.from(
    { length: 26 },
    (_, i) =>
      `<path d="M${-120 + i * 9.6} -184 q${(i % 3) - 1} 34 ${((i * 7) % 5) - 2} ${62 + (i % 4) * 5}" stroke="${i % 2 === 0 ? "#d99a76" : "#b8683f"}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  ).join("");
  return `${shadow(260)}${cloth.join("")}${fringe}`;
}
