/** Products and journal articles of the shop. */

export interface Product {
  slug: string;
  name: string;
  /** In dollars. */
  price: number;
  category: "Table" | "Living" | "Light";
  line: string;
  story: string;
  picture: string;
  details: readonly [string, string][];
  isNew?: boolean;
}

export const products: readonly Product[] = [
  {
    slug: "harvest-vase",
    name: "Harvest vase",
    price: 96,
    category: "Living",
    line: "Hand-thrown terracotta with a raw, speckled finish.",
    story:
      "Thrown on the wheel in small batches, then left unglazed outside so the clay keeps its warmth. Inside it holds water, so fresh stems are as welcome as dried ones.",
    picture: "A round terracotta vase with dried stems in front of a sunlit wall",
    details: [
      ["Material", "Terracotta, glazed inside"],
      ["Size", "24 × 28 cm"],
      ["Care", "Wipe with a damp cloth"],
      ["Made in", "Asheville, North Carolina"],
    ],
  },
  {
    slug: "linen-throw",
    name: "Linen throw",
    price: 148,
    category: "Living",
    line: "Stonewashed flax with a hand-knotted fringe.",
    story:
      "A generous throw, woven from long-fibre flax and washed with pumice until it drapes the way an old favourite does. Cool in July, snug in January.",
    picture: "Three folded linen throws in green, chalk and clay with a bowl on top",
    details: [
      ["Material", "100% European flax"],
      ["Size", "130 × 180 cm"],
      ["Care", "Machine wash at 30 °C"],
      ["Made in", "Guimarães, Portugal"],
    ],
  },
  {
    slug: "oak-stool",
    name: "Oak stool",
    price: 189,
    category: "Living",
    line: "Solid white oak, three legs, no screws.",
    story:
      "Three legs never wobble. Wedged joints hold this stool together the way they have held stools for four hundred years, and an oil finish lets the oak darken slowly.",
    picture: "A three-legged oak stool with a green mug standing on it",
    details: [
      ["Material", "White oak, hardwax oil"],
      ["Size", "38 × 45 cm"],
      ["Care", "Oil once a year"],
      ["Made in", "Portland, Oregon"],
    ],
  },
  {
    slug: "pendant-lamp",
    name: "Pendant lamp",
    price: 224,
    category: "Light",
    line: "A spun steel dome that keeps its glow low.",
    story:
      "Hung over a table, the deep dome throws a calm pool of light and hides the bulb from every seat. Powder-coated outside, warm white within.",
    picture: "A terracotta dome lamp glowing above a bowl of pears at dusk",
    details: [
      ["Material", "Spun steel, brass cap"],
      ["Size", "50 × 27 cm"],
      ["Care", "Dust with a dry cloth"],
      ["Made in", "Detroit, Michigan"],
    ],
  },
  {
    slug: "stoneware-mugs",
    name: "Stoneware mugs",
    price: 58,
    category: "Table",
    line: "A pair that keeps coffee warm to the last page.",
    story:
      "Thick walls, a wide foot and a handle that fits three fingers. Dipped by hand, so the line between glaze and clay never falls in quite the same place twice.",
    picture: "Two stoneware mugs, one green and one chalk white, filled with coffee",
    details: [
      ["Material", "Stoneware, food-safe glaze"],
      ["Size", "350 ml each, set of two"],
      ["Care", "Dishwasher safe"],
      ["Made in", "Asheville, North Carolina"],
    ],
  },
  {
    slug: "walnut-board",
    name: "Walnut board",
    price: 84,
    category: "Table",
    line: "One plank, end to end, for bread and everything after.",
    story:
      "Cut from a single plank of black walnut and rounded by hand, so that it feels soft from every side. It serves as happily as it chops.",
    picture: "A walnut serving board leaning on a wall beside two pears",
    details: [
      ["Material", "Black walnut"],
      ["Size", "26 × 50 cm"],
      ["Care", "Hand wash, oil monthly"],
      ["Made in", "Portland, Oregon"],
    ],
  },
  {
    slug: "beeswax-candles",
    name: "Beeswax candles",
    price: 36,
    category: "Light",
    line: "Three tapers that burn clean for nine hours.",
    story:
      "Dipped thirty times in pure beeswax from one apiary. They burn slowly, drip hardly at all and leave the room smelling faintly of honey.",
    picture: "Three lit beeswax candles in brass holders against a dark green wall",
    details: [
      ["Material", "Pure beeswax, cotton wick"],
      ["Size", "24 cm, set of three"],
      ["Care", "Trim the wick to 5 mm"],
      ["Made in", "Hood River, Oregon"],
    ],
  },
  {
    slug: "wool-cushion",
    name: "Wool cushion",
    price: 72,
    category: "Living",
    line: "A herringbone weave in undyed and moss wool.",
    story:
      "Woven on a hundred-year-old loom from the wool of hill sheep, and filled with feathers that plump up again after every afternoon nap.",
    picture: "A moss green wool cushion with a zigzag weave",
    details: [
      ["Material", "Wool cover, feather filling"],
      ["Size", "50 × 50 cm"],
      ["Care", "Dry clean the cover"],
      ["Made in", "Pendleton, Oregon"],
    ],
    isNew: true,
  },
];

export function productOf(slug: string): Product | undefined {
  return products.find((product) => product.slug === slug);
}

export function money(amount: number): string {
  return `$${amount.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",")}`;
}

export interface Post {
  slug: string;
  title: string;
  published: string;
  dateLabel: string;
  minutes: number;
  picture: string;
  lead: string;
  sections: readonly { heading: string; text: string }[];
}

export const posts: readonly Post[] = [
  {
    slug: "slow-mornings",
    title: "The case for slow mornings",
    published: "2025-03-14",
    dateLabel: "March 14, 2025",
    minutes: 4,
    picture: "A walnut board, a clay mug, a candle and a bowl in soft morning light",
    lead: "Before the first message, before the news, there is a quarter of an hour that belongs to nobody else. Here is how we keep it.",
    sections: [
      {
        heading: "Begin with your hands",
        text: "Grind the beans by hand. Slice the bread yourself. Small tasks with real materials wake the senses one at a time, and none of them needs a screen. A heavy mug helps: it asks for both hands, and while both are busy nothing else can be.",
      },
      {
        heading: "Let the light in first",
        text: "Open the curtains before you switch on a lamp. Daylight, even the grey kind, sets the clock of the whole day. If you must have a flame, let it be a candle at the far end of the table.",
      },
      {
        heading: "Leave one thing undone",
        text: "A morning is slow when it has room in it. Leave a dish in the sink or a page unread. The day will find it again, and so will you.",
      },
    ],
  },
  {
    slug: "caring-for-linen",
    title: "How to care for linen",
    published: "2025-02-21",
    dateLabel: "February 21, 2025",
    minutes: 3,
    picture: "Folded linen throws beside a chalk white vase with dried stems",
    lead: "Linen is the rare cloth that gets better with every wash. Treat it gently for a year and it will be soft for twenty.",
    sections: [
      {
        heading: "Wash cool, and with company",
        text: "Thirty degrees is plenty. Fill the drum to two thirds, so that the cloth can move without being beaten, and leave the softener in the cupboard: it coats the fibres and keeps them from drinking.",
      },
      {
        heading: "Dry it in the air",
        text: "Shake the cloth out while it is wet, hang it by the long edge and take it down before it is bone dry. What is left of the damp does the ironing for you.",
      },
      {
        heading: "Mend early",
        text: "A pulled thread is a minute of work today and an evening next month. Keep a needle and a length of flax yarn in the drawer with the throws.",
      },
    ],
  },
];
