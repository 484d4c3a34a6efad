// Wraps a body in a whole document for the tests.
export const doc = (body: string, head = "", html = 'lang="en"'): string =>
  `<!doctype html><html ${html}><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>A page of the tests</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;

export const BUTTONS = `<p><button type="button">First</button> <button type="button">Second</button> <a href="/elsewhere">Third</a></p>`;
