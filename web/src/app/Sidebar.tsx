// Navigation between the sections of a project, and the project switch.
import { Building2, Plus } from "lucide-react";
import { NavLink } from "../components/Links.tsx";
import { WaitingCount } from "../components/WaitingCount.tsx";
import { paths } from "../lib/paths.ts";
import { addressOf, type Screen, SECTIONS } from "../lib/screen.ts";
import { ProjectSwitch } from "./ProjectSwitch.tsx";
import { ReviewCount } from "./ReviewCount.tsx";
import styles from "./Sidebar.module.css";

const BADGES = { waiting: WaitingCount } as const;
const HEADINGS: Record<(typeof SECTIONS)[number], string | null> = {
  project: null,
  audits: "Audits",
  more: "More",
  settings: null,
};

export function Sidebar({ screens, project }: { screens: readonly Screen[]; project: string }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      <ProjectSwitch project={project} />
      {project ? (
        SECTIONS.map((section) => {
          const here = screens
            .filter(({ nav, path }) => nav?.section === section && path.startsWith("/p/$project"))
            .toSorted((a, b) => a.nav!.order - b.nav!.order);
          if (here.length === 0) return null;
          return (
            <div key={section} className={section === "settings" ? styles.last : undefined}>
              {HEADINGS[section] && <p className={styles.heading}>{HEADINGS[section]}</p>}
              <ul>
                {here.map((screen) => {
                  const { icon: Icon, badge } = screen.nav!;
                  const Badge = badge && BADGES[badge];
                  return (
                    <li key={`${screen.path} ${screen.title}`}>
                      <NavLink to={addressOf(screen, project)} exact={screen.path === "/p/$project"}>
                        <Icon size={16} />
                        {screen.title}
                        {Badge && <Badge />}
                        {addressOf(screen, project) === paths.visual(project) && <ReviewCount project={project} />}
                      </NavLink>
                    </li>
                  );
                })}
              </ul>
            </div>
          );
        })
      ) : (
        <ul>
          <li>
            <NavLink to={paths.newProject()}>
              <Plus size={16} />
              New project
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.organisation()}>
              <Building2 size={16} />
              Organisation
            </NavLink>
          </li>
        </ul>
      )}
    </nav>
  );
}
