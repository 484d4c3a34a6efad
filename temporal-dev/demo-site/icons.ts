/** Line icons in a 24 × 24 box, in the color of the surrounding text. */
import { Html } from "./core.ts";

const shapes = {
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  person: '<circle cx="12" cy="8" r="3.75"/><path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.700 2 7.500 6"/>',
  basket:
    '<path d="M4 9.500h16l-1.600 9.100a2 2 0 0 1-2 1.700H7.600a2 2 0 0 1-2-1.700z"/><path d="M8.500 9.500V8a3.500 3.500 0 0 1 7 0v1.500"/>',
  menu: '<path d="M4 8h16M4 16h16"/>',
  arrow: '<path d="M4.500 12h15M13.500 6l6 6-6 6"/>',
  truck:
    '<path d="M2.500 6.500h11v10h-11zM13.500 10h4l3.500 3.300v3.200h-7.500z"/><circle cx="7" cy="17.500" r="1.900"/><circle cx="17" cy="17.500" r="1.900"/>',
  leaf: '<path d="M5 19.500c0-9 5-14 14.500-15C20 14 15 19 7 18.500M5 20.500c1.500-5 4.500-8 8.500-10"/>',
  loop: '<path d="M5 12a7 7 0 0 1 12-4.900L19.500 9.500M19.500 5v4.500H15M19 12a7 7 0 0 1-12 4.900L4.500 14.500M4.500 19v-4.500H9"/>',
  eye: '<path d="M2.500 12c2.300-4.300 5.500-6.500 9.500-6.500s7.200 2.200 9.500 6.500c-2.300 4.300-5.500 6.500-9.500 6.500S4.800 16.300 2.500 12z"/><circle cx="12" cy="12" r="2.900"/>',
  clock: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5.300l3.300 2"/>',
  pin: '<path d="M12 21s7-6.100 7-11.500a7 7 0 0 0-14 0C5 14.900 12 21 12 21z"/><circle cx="12" cy="9.500" r="2.400"/>',
  mail: '<rect x="3" y="5.500" width="18" height="13" rx="2"/><path d="m3.500 7 8.500 6.500L20.500 7"/>',
} as const;

export type IconName = keyof typeof shapes;

export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${shapes[name]}</svg>`,
  );
}

export const logo = new Html(
  '<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><circle cx="16" cy="16" r="16" fill="#2f4a3c"/><path d="M16 26V12M16 20c-4.500 0-7-2.500-7-6.500 4.500 0 7 2.500 7 6.500zm0-4c0-4.500 2.500-7 7-7.500 0 4.500-2.500 7.500-7 7.500z" fill="none" stroke="#f4e8d4" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round"/></svg>',
);
