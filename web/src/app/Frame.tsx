// Sidebar, top bar and the current screen. Redirects to the sign-in page if nobody is signed in; if the session ends while something is
// unsaved, the page waits, hidden, until its person has signed in again.
import { Tooltip } from "@base-ui/react/tooltip";
import { Navigate, Outlet, useLocation, useMatches, useNavigate, useParams } from "@tanstack/react-router";
import { Activity, type CSSProperties, Suspense, useEffect, useState } from "react";
import { LeaveQuestion } from "../components/Dialog.tsx";
import { Skeleton } from "../components/Skeleton.tsx";
import { ErrorState } from "../components/States.tsx";
import { SignInAgain } from "../features/account/SignIn.tsx";
import { basePath } from "../lib/base.ts";
import { useCommands } from "../lib/commands.tsx";
import { lazily } from "../lib/lazyFiles.ts";
import { useLiveState, useLiveStream } from "../lib/live.ts";
import { paths } from "../lib/paths.ts";
import { addressOf, type Screen } from "../lib/screen.ts";
import { useSession } from "../lib/session.ts";
import { ActiveWork } from "./ActiveWork.tsx";
import styles from "./Frame.module.css";
import { KeySheet } from "./KeySheet.tsx";
import { Palette } from "./Palette.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { SCREENS } from "./screens.ts";
import { TopBar } from "./TopBar.tsx";
import { ProjectGone } from "./Trouble.tsx";
import { chooseTheme } from "./theme.ts";

/** Loaded when it is first opened, because only narrow windows have it. */
const NavigationDrawer = lazily(() => import("./NavigationDrawer.tsx"), "NavigationDrawer");

export function Frame() {
  const session = useSession();
  const location = useLocation();
  if (session.isPending)
    return (
      <div className={styles.waiting} role="status" aria-label="Loading">
        <Skeleton height={48} />
      </div>
    );
  // A refetch that fails, for example while the service restarts, must not close what is open.
  if (session.isLoadingError)
    return (
      <main className={styles.main}>
        <ErrorState error={session.error} />
      </main>
    );
  if (!session.data) {
    // Already redirecting: doing so again would nest the address in its own `next` parameter, longer each time.
    if (location.pathname.endsWith(paths.signIn())) return null;
    const next = location.href === "/" ? undefined : location.href;
    // Whoever is no longer signed in is not asked whether to leave.
    return <Navigate to={paths.signIn()} search={(next ? { next } : {}) as never} replace ignoreBlocker />;
  }
  const { user, isHeld, page } = session.data;
  return (
    <>
      {isHeld && (
        <>
          <SignInAgain email={user.email} />
          <LeaveQuestion isLost={always} />
        </>
      )}
      {/* Hidden, it keeps what was entered, and neither requests data nor hears keys. */}
      <Activity key={page} mode={isHeld ? "hidden" : "visible"}>
        <Tooltip.Provider delay={350}>
          <SignedIn />
        </Tooltip.Provider>
      </Activity>
    </>
  );
}

const always = () => true;

function SignedIn() {
  const project = (useParams({ strict: false }) as { project?: string }).project ?? "";
  const navigate = useNavigate();
  const { pathname } = useLocation();
  /** null until it is opened for the first time. */
  const [menu, setMenu] = useState<boolean | null>(null);
  const [palette, setPalette] = useState(false);
  const [keys, setKeys] = useState(false);
  const [work, setWork] = useState(false);
  useLiveStream(project);
  const gone = useLiveState() === "gone";
  useTitle(project);
  // Closes the sheets over the page on navigation.
  useEffect(() => {
    setMenu((open) => open && false);
    setWork(false);
  }, [pathname]);

  const to = (path: string) => () => void navigate({ to: path } as never);
  useCommands([
    {
      id: "palette",
      title: "Search and commands",
      group: "Everywhere",
      keys: "mod+k",
      run: () => setPalette(true),
      keysOnly: true,
    },
    { id: "keys", title: "Keyboard shortcuts", group: "Everywhere", keys: "?", run: () => setKeys(true) },
    { id: "projects", title: "All projects", group: "Go to", keys: "g p", run: to(paths.home()) },
    { id: "account", title: "Your account", group: "Go to", run: to(paths.account()) },
    { id: "new-project", title: "New project", group: "Start", run: to(paths.newProject()) },
    { id: "work", title: "Running now", group: "Everywhere", keys: "w", run: () => setWork(true) },
    { id: "theme-light", title: "Light theme", group: "Theme", run: () => chooseTheme("light") },
    { id: "theme-dark", title: "Dark theme", group: "Theme", run: () => chooseTheme("dark") },
    { id: "theme-system", title: "System theme", group: "Theme", run: () => chooseTheme("system") },
    ...(project
      ? SCREENS.filter(({ nav, keys }) => nav || keys)
          .filter(({ path }) => path.startsWith("/p/$project"))
          .map((screen) => ({
            id: `go ${screen.path} ${screen.title}`,
            title: screen.title,
            group: "Go to",
            keys: screen.keys,
            run: to(addressOf(screen, project)),
          }))
      : []),
  ]);

  return (
    <div className={styles.frame} style={{ "--base": basePath } as CSSProperties}>
      <a
        className={styles.skip}
        href={`${location.pathname}#main`}
        onClick={() => document.getElementById("main")?.focus()}
      >
        Skip to content
      </a>
      <div className={styles.side}>
        <Sidebar screens={SCREENS} project={project} />
      </div>
      <Suspense>{menu !== null && <NavigationDrawer open={menu} onOpenChange={setMenu} project={project} />}</Suspense>
      <TopBar
        project={project}
        onMenu={() => setMenu(true)}
        onPalette={() => setPalette(true)}
        onWork={() => setWork(true)}
      />
      <main className={styles.main} id="main" tabIndex={-1}>
        {gone ? <ProjectGone /> : <Outlet />}
      </main>
      <Palette open={palette} onOpenChange={setPalette} project={project} />
      <LeaveQuestion />
      <KeySheet open={keys} onOpenChange={setKeys} />
      <ActiveWork open={work} onOpenChange={setWork} project={project} />
    </div>
  );
}

function useTitle(project: string): void {
  const matches = useMatches();
  const match = matches.at(-1);
  const { title, partOf } = (match?.staticData ?? {}) as Partial<Pick<Screen, "title" | "partOf">>;
  const part = partOf?.(match?.params ?? {});
  useEffect(() => {
    document.title = [part, title, project, "Plumbline"].filter(Boolean).join(" · ");
  }, [part, title, project]);
}
