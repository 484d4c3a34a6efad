/* Widgets of an earlier shop. Nothing uses them any more. */
window.legacyWidgets = { version: "0.4" };
