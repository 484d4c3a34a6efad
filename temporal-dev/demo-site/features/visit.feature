@service
Feature: Book a visit
  A visitor chooses an hour in the calendar, which stands in a frame.

  Scenario: An hour is booked
    Given I am on "/repairs"
    When I click the "Reject all" button
    And I click the "Book the visit" button in the "Book a visit" frame
    Then I should see "Booked: Saturday at ten." in the "Book a visit" frame
