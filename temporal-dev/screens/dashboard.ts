// Pictures of the dashboard's screens: each light, dark and on a phone. A new screen is a row here.
import type { Picture, Scene } from "./pictures.ts";

type Screen = { name: string; shows: string; path: (scene: Scene) => string };

const SCREENS: readonly Screen[] = [
  { name: "overview", shows: "How a project stands", path: ({ project }) => `/p/${project}` },
  { name: "runs", shows: "The runs of a project", path: ({ project }) => `/p/${project}/runs` },
  { name: "run", shows: "One run", path: ({ project, runId }) => `/p/${project}/runs/${runId}` },
  { name: "review", shows: "The visual review", path: ({ project, runId }) => `/p/${project}/visual/${runId}` },
  { name: "scenarios", shows: "The scenarios of a project", path: ({ project }) => `/p/${project}/scenarios` },
  { name: "audit", shows: "Findings of accessibility", path: ({ project }) => `/p/${project}/audits/a11y` },
  { name: "tracking", shows: "The tracking plan", path: ({ project }) => `/p/${project}/tracking` },
  { name: "functional", shows: "Functional features", path: ({ project }) => `/p/${project}/functional` },
  { name: "settings", shows: "Settings of a project", path: ({ project }) => `/p/${project}/settings` },
];

const LOOKS = [
  { look: "light", size: { width: 1_280, height: 800 }, dark: false },
  { look: "dark", size: { width: 1_280, height: 800 }, dark: true },
  { look: "phone", size: { width: 390, height: 844 }, dark: false },
] as const;

export const DASHBOARD_PICTURES: readonly Picture[] = SCREENS.flatMap(({ name, shows, path }) =>
  LOOKS.map(({ look, size, dark }) => ({
    file: `dashboard-${name}-${look}.png`,
    shows: `${shows}, ${look}`,
    async take(scene: Scene) {
      const page = await scene.open(size);
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
      await signIn(page, scene, path(scene));
      // Loading is over when nothing says that it goes on, and every picture has its pixels.
      await page.waitForFunction(
        () =>
          !document.querySelector('[aria-label="Loading"]') &&
          [...document.images].every(({ complete }) => complete) &&
          document.querySelector("main h1, main canvas") !== null,
      );
      await page.waitForLoadState("networkidle").catch(() => {});
      const picture = await page.screenshot();
      await page.close();
      return picture;
    },
  })),
);

type Page = Awaited<ReturnType<Scene["open"]>>;

async function signIn(page: Page, { apiUrl, credentials }: Scene, path: string): Promise<void> {
  await page.goto(`${apiUrl}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail address").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === path);
}
