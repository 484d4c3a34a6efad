/** What moves in the shop: the consent banner, the quantity, the password's eye and the events of forms. */
(() => {
  const banner = document.getElementById('consent');
  banner?.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const choice = event.submitter.value;
    banner.hidden = true;
    const answer = await fetch('/consent', { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams({ choice }) });
    const { clientId } = await answer.json();
    window.shopAnalytics.answer(choice, clientId);
    banner.remove();
  });

  for (const button of document.querySelectorAll('[data-step]')) {
    button.addEventListener('click', () => {
      const input = button.parentElement.querySelector('input');
      input.value = Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value) + Number(button.dataset.step)));
    });
  }

  for (const button of document.querySelectorAll('[data-reveal]')) {
    button.addEventListener('click', () => {
      const input = document.getElementById(button.dataset.reveal);
      input.type = input.type === 'password' ? 'text' : 'password';
    });
  }

  for (const form of document.querySelectorAll('[data-event]')) {
    form.addEventListener('submit', () => {
      const event = JSON.parse(form.dataset.event);
      const quantity = Number(form.elements.quantity?.value ?? 1);
      if (event.items && quantity > 0) {
        event.value *= quantity;
        for (const item of event.items) item.quantity = quantity;
      }
      if (event.user_email) event.user_email = form.elements.email.value;
      window.shopAnalytics.track(event);
    });
  }

  const menu = document.querySelector('.menu');
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
})();
