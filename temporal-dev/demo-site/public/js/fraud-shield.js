/* Knows a browser again without a cookie: kept for payments, loaded everywhere. */
(() => {
  const canvas = document.createElement('canvas');
  canvas.width = 220;
  canvas.height = 40;
  const pen = canvas.getContext('2d');
  pen.font = '16px serif';
  pen.fillStyle = '#f60';
  pen.fillText('Juniper & Oak 0123456789', 4, 22);
  pen.fillStyle = '#069';
  pen.fillText('Juniper & Oak 0123456789', 6, 24);

  const probe = document.createElement('span');
  probe.textContent = 'mmmmmmmmmmlli';
  probe.style.cssText = 'position:absolute;left:-9999px;font-size:72px';
  document.documentElement.append(probe);
  const families = ['Arial', 'Arial Black', 'Baskerville', 'Batang', 'Calibri', 'Cambria', 'Candara', 'Consolas', 'Constantia', 'Corbel',
    'Courier New', 'Didot', 'Futura', 'Garamond', 'Geneva', 'Georgia', 'Gill Sans', 'Helvetica Neue', 'Impact', 'Monaco', 'Optima', 'Palatino',
    'Segoe UI', 'Tahoma', 'Verdana'];
  const widths = families.map((family) => {
    probe.style.fontFamily = `"${family}", monospace`;
    return probe.offsetWidth;
  });
  probe.remove();
  window.fraudShield = [canvas.toDataURL(), ...widths].join('|').length;
})();
