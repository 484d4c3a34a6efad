// Page header and cards.
import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./Page.module.css";

type PageProps = { title: ReactNode; text?: ReactNode; actions?: ReactNode; children: ReactNode };

export function Page({ title, text, actions, children }: PageProps) {
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {text && <div className={styles.text}>{text}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}

type CardProps = { title?: ReactNode; actions?: ReactNode; children: ReactNode; flush?: boolean };

/** `flush`: no padding around the content, for tables. Omit `title` if the page title already describes the content. */
export function Card({ title, actions, children, flush }: CardProps) {
  return (
    <section className={styles.card}>
      {(title || actions) && (
        <header className={styles.cardHead}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {flush ? <Flush>{children}</Flush> : <div className={styles.cardBody}>{children}</div>}
    </section>
  );
}

/** Scrolls sideways if the content is too wide, and is focusable only then. */
function Flush({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.flush} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}

/** Places cards side by side if there is room. */
export function Columns({ children, min = 320 }: { children: ReactNode; min?: number }) {
  return (
    <div
      className={styles.columns}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, 100%), 1fr))` }}
    >
      {children}
    </div>
  );
}
