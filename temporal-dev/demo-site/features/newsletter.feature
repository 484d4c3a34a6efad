@service
Feature: Monthly letter
  A visitor asks for the monthly letter.

  Scenario: An address is taken down
    Given I am on "/"
    When I click the "Reject all" button
    And I fill in "E-mail address" with "ada@example.com"
    And I click the "Sign me up" button
    Then the status says "The next letter comes on the first of the month."
