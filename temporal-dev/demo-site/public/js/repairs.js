/** What moves on the pages about repairs: the wait, the days of visits, the question before a request is withdrawn. */
(() => {
  const read = async (element) => {
    const answer = await fetch(element.dataset.source, { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
    return answer.json();
  };

  const estimate = document.getElementById('estimate');
  if (estimate) {
    read(estimate).then(({ weeks }) => {
      estimate.textContent = `about ${weeks} weeks`;
      estimate.ariaBusy = 'false';
    });
  }

  const withdraw = document.querySelector('[data-withdraw]');
  withdraw?.addEventListener('click', () => {
    const ask = 'oldDialog' in withdraw.dataset ? window.shopDialogs.ask : (text) => window.confirm(text);
    if (ask('Withdraw this request?')) location.assign(withdraw.dataset.withdraw);
  });

  const form = document.getElementById('visit-form');
  if (form) {
    const answer = document.getElementById('visit-answer');
    const days = form.elements.day;
    read(days).then(
      (list) => {
        days.replaceChildren(...list.map((day) => new Option(day, day)));
        days.ariaBusy = 'false';
        form.querySelector('button').disabled = false;
      },
      () => {
        answer.textContent = 'The calendar cannot be read now.';
      },
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer.textContent = `Booked: ${days.value}.`;
    });
  }
})();
