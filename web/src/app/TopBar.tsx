// Environment and branch, running work, command palette, theme and account.
import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { Loader, Menu as MenuIcon, Moon, Search, Sun, SunMoon, UserRound, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ROLE_WORDS } from "../../../domain/words/roles.ts";
import { IconButton } from "../components/IconButton.tsx";
import menu from "../components/Menu.module.css";
import { useFrame } from "../lib/frame.ts";
import { COVER } from "../lib/keys.ts";
import { useLeave } from "../lib/leave.ts";
import { useLiveState } from "../lib/live.ts";
import { paths } from "../lib/paths.ts";
import { useSession } from "../lib/session.ts";
import { ScopeFilter } from "./ScopeFilter.tsx";
import styles from "./TopBar.module.css";
import { chooseTheme, chosenTheme, THEMES, watchTheme } from "./theme.ts";

const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon } as const;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

type Props = { project: string; onMenu: () => void; onPalette: () => void; onWork: () => void };

export function TopBar({ project, onMenu, onPalette, onWork }: Props) {
  const live = useLiveState();
  const work = useFrame(project).data?.work ?? [];
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  const ThemeIcon = THEME_ICONS[theme];
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton label="Menu" onClick={onMenu}>
          <MenuIcon size={18} />
        </IconButton>
      </span>
      {project && <ScopeFilter project={project} />}
      <span className={styles.gap} />
      {project && live === "away" && (
        <span className={styles.away} role="status">
          <WifiOff size={14} aria-hidden="true" /> Connecting again
        </span>
      )}
      {work.length > 0 && (
        <button type="button" className={styles.work} onClick={onWork}>
          <Loader size={14} className={styles.spin} aria-hidden="true" />
          {work.length} <span>running</span>
        </button>
      )}
      <button type="button" className={styles.search} onClick={onPalette}>
        <Search size={14} aria-hidden="true" />
        <span>Search</span>
        <kbd>{isMac ? "⌘" : "Ctrl"} K</kbd>
      </button>
      <span className={styles.theme}>
        <IconButton label={`Theme: ${theme}. Switch to ${nextTheme}.`} onClick={() => chooseTheme(nextTheme)}>
          <ThemeIcon size={17} />
        </IconButton>
      </span>
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const person = useSession().data?.user;
  const leave = useLeave();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.account} aria-label={`Account of ${person?.name}`}>
        <UserRound size={17} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.place} align="end" sideOffset={4}>
          <Menu.Popup className={menu.popup} {...COVER}>
            <div className={menu.note}>
              <strong>{person?.name}</strong>
              <br />
              {person?.email} · {person && ROLE_WORDS[person.role]}
            </div>
            <Menu.Separator className={menu.line} />
            <Menu.Item className={menu.item} onClick={() => void navigate({ to: paths.account() } as never)}>
              Your account
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => void navigate({ to: paths.organisation() } as never)}>
              Organisation
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => void leave()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
