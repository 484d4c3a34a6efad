// Shows the current project and a menu of all projects.
import { Menu } from "@base-ui/react/menu";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown, LayoutGrid } from "lucide-react";
import menu from "../components/Menu.module.css";
import { get } from "../lib/api.ts";
import { COVER } from "../lib/keys.ts";
import { paths } from "../lib/paths.ts";
import styles from "./ProjectSwitch.module.css";

export const useProjects = () =>
  useQuery({ queryKey: ["projects", "run"], queryFn: ({ signal }) => get("/api/app/projects", { signal }) });

export function ProjectSwitch({ project }: { project: string }) {
  const projects = useProjects();
  const navigate = useNavigate();
  const to = (path: string) => void navigate({ to: path } as never);
  const all = projects.data?.projects ?? [];
  const name = all.find(({ slug }) => slug === project)?.name ?? project;
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger}>
        <span className={styles.mark} aria-hidden="true">
          {(name || "Plumbline").slice(0, 1).toUpperCase()}
        </span>
        <span className={styles.name}>{name || "Plumbline"}</span>
        <span className="sr-only">: choose {project ? "another" : "a"} project</span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu.place} align="start" sideOffset={4}>
          <Menu.Popup className={menu.popup} {...COVER}>
            {all.slice(0, 30).map(({ slug, name }) => (
              <Menu.Item key={slug} className={menu.item} onClick={() => to(paths.overview(slug))}>
                <span className={menu.icon}>{slug === project && <Check size={14} />}</span>
                {name}
              </Menu.Item>
            ))}
            {all.length > 0 && <Menu.Separator className={menu.line} />}
            <Menu.Item className={menu.item} onClick={() => to(paths.home())}>
              <span className={menu.icon}>
                <LayoutGrid size={14} />
              </span>
              All projects
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
