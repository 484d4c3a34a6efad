// Screenshots of the dashboard for the documentation. To add one, add a row here.
import type { Picture, Scene } from "./pictures.ts";

const LOOKS = {
  light: { size: { width: 1_280, height: 800 }, dark: false },
  dark: { size: { width: 1_280, height: 800 }, dark: true },
  phone: { size: { width: 390, height: 844 }, dark: false },
} as const;

type Row = { name: string; look: keyof typeof LOOKS; shows: string; path: (scene: Scene) => string };

const overview = ({ project }: Scene): string => `/p/${project}`;

const ROWS: readonly Row[] = [
  { name: "overview", look: "light", shows: "The overview of a project", path: overview },
  { name: "overview", look: "dark", shows: "The overview in the dark theme", path: overview },
  { name: "overview", look: "phone", shows: "The overview on a phone", path: overview },
  {
    name: "review",
    look: "light",
    shows: "The visual review",
    path: ({ project, runId }) => `/p/${project}/visual/${runId}`,
  },
  {
    name: "audit",
    look: "light",
    shows: "Accessibility findings",
    path: ({ project }) => `/p/${project}/audits/a11y`,
  },
];

export const DASHBOARD_PICTURES: readonly Picture[] = ROWS.map(({ name, look, shows, path }) => ({
  file: `dashboard-${name}-${look}.png`,
  shows,
  async take(scene: Scene) {
    const { size, dark } = LOOKS[look];
    const page = await scene.open(size);
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    await signIn(page, scene, path(scene));
    // Loaded means that nothing indicates loading and every picture in the window is complete; other pictures load only when scrolled to or
    // unfolded.
    await page.waitForFunction(
      () =>
        !document.querySelector('[aria-label="Loading"], input[type="password"]') &&
        [...document.images].every(
          (one) => one.complete || !one.checkVisibility() || one.getBoundingClientRect().top > innerHeight,
        ) &&
        document.querySelector("main h1, main canvas") !== null,
    );
    await page.waitForLoadState("networkidle").catch(() => {});
    const picture = await page.screenshot();
    await page.close();
    return picture;
  },
}));

type Page = Awaited<ReturnType<Scene["open"]>>;

async function signIn(page: Page, { apiUrl, credentials }: Scene, path: string): Promise<void> {
  await page.goto(`${apiUrl}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail address").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === path);
}
