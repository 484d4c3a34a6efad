/** The basket: a short list stored in a cookie or passed in the address. */
import { type Product, productOf } from "./catalogue.ts";
import type { BasketLine } from "./core.ts";

export const basketCookie = "jo_basket";
const freeFrom = 75;
const delivery = 8;

/** Parses `harvest-vase.1-linen-throw.2`. Slugs contain dashes too, so a line ends after its number. */
export function parseBasket(text: string | null | undefined): BasketLine[] {
  const lines: BasketLine[] = [];
  for (const [, slug = "", amount = ""] of (text ?? "").slice(0, 400).matchAll(/([a-z-]+?)\.(\d{1,2})(?:-|$)/g)) {
    const quantity = Number(amount);
    if (productOf(slug) && quantity > 0) lines.push({ slug, quantity });
  }
  return lines;
}

export function writeBasket(lines: readonly BasketLine[]): string {
  return lines.map(({ slug, quantity }) => `${slug}.${quantity}`).join("-");
}

export function addToBasket(lines: readonly BasketLine[], slug: string, quantity: number): BasketLine[] {
  const known = lines.find((line) => line.slug === slug);
  if (!known) return [...lines, { slug, quantity }];
  return lines.map((line) => (line === known ? { slug, quantity: Math.min(99, line.quantity + quantity) } : line));
}

export interface Bill {
  rows: { product: Product; quantity: number; sum: number }[];
  goods: number;
  delivery: number;
  total: number;
}

export function billOf(lines: readonly BasketLine[]): Bill {
  const rows = lines.flatMap(({ slug, quantity }) => {
    const product = productOf(slug);
    return product ? [{ product, quantity, sum: product.price * quantity }] : [];
  });
  const goods = rows.reduce((sum, row) => sum + row.sum, 0);
  const carriage = goods === 0 || goods >= freeFrom ? 0 : delivery;
  return { rows, goods, delivery: carriage, total: goods + carriage };
}
